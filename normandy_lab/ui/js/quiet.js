/* No echo: what Python has changed in a picture is not sent back to Python.

   Bokeh marks such changes (sync is false) and its own connection leaves them out; jupyter_bokeh 4.1 sends every change it hears
   of, up to 140 kB for a click. */
(() => {
  const quiet = left => {
    if (!window.Bokeh) return left && void setTimeout(() => quiet(left - 1), 100);
    const { Document } = window.Bokeh.require('document/document');
    const proto = Document && Document.prototype;
    if (!proto || proto.nl_quiet) return;
    const tell = proto._trigger_on_change;
    proto._trigger_on_change = function (event) { if (event.sync !== false) tell.call(this, event); };
    proto.nl_quiet = true;
  };
  quiet(600);
})();
