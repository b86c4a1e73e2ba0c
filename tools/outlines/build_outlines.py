"""Build the map picture of the area-impulse game from the game graph and a real coastline.

Usage: python tools/outlines/build_outlines.py [--tables FOLDER] [--out FOLDER]

Reads areas.csv, boundaries.csv and zones.csv of the tables (the package's own by default), and
normandy_coast.geojson and normandy_rivers.geojson beside this file. Writes outlines_km.json, borders.json
and coast_km.json, which the package draws from, and outlines.geojson for other programs. The method is
described in map_foam.py; here come names, counter slots, boxes outside the land, and the files.
Needs numpy, scipy and shapely; takes about 20 seconds.
"""

import argparse
import json
import math
from pathlib import Path

import numpy as np
from shapely import affinity, contains_xy, maximum_inscribed_circle, prepare
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import nearest_points, substring, unary_union

from map_foam import KX, KY, LAT0, LON0, Foam, Graph, Rim, assemble, draw_borders, resample, rounded, to_km, to_lonlat

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "normandy_lab" / "data" / "breakout"
COUNTER = 3.0  # largest useful side of a counter stack, km
FONT_KM = 1.35  # height of a name's line, km
BADGE = (1.7, 1.4, 1.1)  # side of the square kept for one marker (control, victory points), km
EDGE = 0.40  # km kept free along a border
AREA_COUNTS = ((2, 3), (3, 2), (2, 2), (1, 4), (4, 1))  # rows and columns of counter slots
BOX_COUNTS = ((2, 3), (3, 2))
SHORE_SLANTS = (0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6)
MARGIN = 4.0  # free space around the picture, km

# ---------------------------------------------------------------- labels and slots


def wrappings(text):
    """The name on one, two or three lines, breaking at spaces and after hyphens."""
    parts = text.replace("-", "-\0").replace(" ", " \0").split("\0")
    out = {text}
    for n in range(1, len(parts)):
        out.add("".join(parts[:n]).strip() + "\n" + "".join(parts[n:]))
        for m in range(n + 1, len(parts)):
            out.add("\n".join(["".join(parts[:n]).strip(), "".join(parts[n:m]).strip(), "".join(parts[m:])]))
    return sorted(out)


def fits(inside, centre, w, h):
    """Which centres have the whole w by h box inside the (prepared) polygon."""
    s = np.linspace(-0.5, 0.5, 7)
    t = np.vstack(
        [np.column_stack([w * s, np.full(7, e * h / 2)]) for e in (-1, 1)]
        + [np.column_stack([np.full(7, e * w / 2), h * s]) for e in (-1, 1)]
    )
    q = (centre[:, None] + t).reshape(-1, 2)
    return contains_xy(inside, *q.T).reshape(len(centre), len(t)).all(1)


def layouts(side, counts, slants):
    """Rows and columns of counters, straight or slanting with the shore."""
    for rows, cols in counts:
        r, c = np.mgrid[:rows, :cols].reshape(2, -1)
        r, c = (rows - 1) / 2 - r, c - (cols - 1) / 2
        for slant in slants if min(rows, cols) == 1 else (0,):
            tilt = np.column_stack([slant * r * (cols == 1), slant * c * (rows == 1)])
            yield (np.column_stack([c, r]) + tilt) * side, abs(slant)


def place(poly, name, counts=AREA_COUNTS, slants=(0,), keep_off=(), centre=None):
    """Wrapped name, its position, slots, slot size (the largest that fit), room for a badge."""
    blocked = unary_union([Point(p).buffer(0.85) for p in keep_off])
    inside, room = (poly.buffer(-e).difference(blocked) for e in (EDGE, 0.25))
    prepare(inside)
    prepare(room)
    x0, y0, x1, y1 = inside.bounds
    grid = np.stack(np.meshgrid(np.arange(x0, x1, 0.3), np.arange(y0, y1, 0.3)), -1).reshape(-1, 2)
    grid = grid[contains_xy(inside, *grid.T)]
    pole = np.array(maximum_inscribed_circle(poly).coords[0] if centre is None else centre)
    texts = []
    for text in wrappings(name):
        rows = text.split("\n")
        w, h = 0.58 * FONT_KM * max(map(len, rows)), 1.1 * FONT_KM * len(rows)
        texts.append((text, w, h, grid[fits(room, grid, w, h)]))
    near = grid[np.argsort(np.hypot(*(grid - pole).T))]
    best = None
    for side in np.arange(COUNTER, 1.3, -0.1):
        if best is not None and side < best[-1] - 0.35:
            break
        for slots, slant in layouts(side, counts, slants):
            ok = np.ones(len(near), bool)
            for t in slots:
                ok[ok] = fits(inside, near[ok] + t, side, side)
            row = 0.6 * (np.ptp(slots, axis=0).min() < side / 2)
            for c in near[ok][:: max(1, ok.sum() // 60)]:
                for text, w, h, spots in texts:
                    gap = np.abs(spots[:, None] - (c + slots)) - (np.array([w, h]) + side) / 2
                    spots = spots[(gap.max(2) > -1e-9).all(1)]
                    if not len(spots):
                        continue
                    d = np.hypot(*(spots - c - [0, slots[:, 1].max() + (side + h) / 2]).T)
                    n = int(np.argmin(d))
                    cost = (
                        0.7 * np.hypot(*(c - pole))
                        + 0.7 * d[n]
                        + 0.4 * text.count("\n")
                        + slant
                        + row
                        - 0.12 * len(slots)
                        - 6.0 * side
                    )
                    if best is None or cost < best[0]:
                        best = (cost, text, spots[n], c + slots, (w, h), side)
    if best is None:
        raise ValueError(f"no room for four counters in {name}")
    _, text, label, slots, size, side = best
    for b in BADGE:  # one free place for a marker
        spots = grid[fits(room, grid, b, b)]
        gap = np.abs(spots[:, None] - slots) - (b + side) / 2
        spots = spots[(gap.max(2) > 0).all(1) & ((np.abs(spots - label) - (np.array(size) + b) / 2).max(1) > 0)]
        if len(spots):
            break
    badge = spots[np.argmin(np.hypot(*(spots - label).T))] if len(spots) else None
    return text, label, slots, side, badge


# ---------------------------------------------------------------- boxes outside the land


def round_box(cx, cy, w, h, r=1.2):
    return box(cx - w / 2 + r, cy - h / 2 + r, cx + w / 2 - r, cy + h / 2 - r).buffer(r, quad_segs=5)


def zone_boxes(g, rim, lines, shore):
    """Bands with round corners along the frame, each beside the areas that it links to."""
    start = rim.coast.length
    cut = [shore[k] - start for k in range(len(lines)) if shore.get(k, 0) >= start]
    inland = g.rim[next(n for n, i in enumerate(g.rim) if i == 1) :] + [g.rim[0]]
    spans = dict(zip(inland, zip([0] + sorted(cut), sorted(cut) + [rim.frame.length])))
    out = {}
    for z in g.zones:
        ids = [int(i) for i in z["adjacent_areas"].split()]
        lo, hi = min(spans[i][0] for i in ids), max(spans[i][1] for i in ids)
        for i in ids:  # an area beside two zones is shared half and half
            shared = any(o is not z and str(i) in o["adjacent_areas"].split() for o in g.zones)
            if shared and spans[i][0] == lo:
                lo = max(sum(spans[i]) / 2, spans[i][1] - 6)
            elif shared and spans[i][1] == hi:
                hi = min(sum(spans[i]) / 2, spans[i][0] + 6)
        lo, hi = max(lo + 0.9, 3.0), min(hi - 0.9, rim.frame.length - 1.0)
        band = substring(rim.frame, lo, hi).buffer(13.0, single_sided=True)
        band = band.difference(rim.frame.buffer(2.2)).difference(rim.land)
        band = max(getattr(band, "geoms", [band]), key=lambda p: p.area)
        poly = band.buffer(-1.8).buffer(1.8, quad_segs=5).simplify(0.05)
        links = []
        for i in ids:  # short arrow across the frame
            s0, s1 = max(spans[i][0], lo), min(spans[i][1], hi)
            p = rim.frame.interpolate((s0 + s1) / 2)
            q = nearest_points(poly, p)[0]
            d = np.array([p.x - q.x, p.y - q.y])
            d /= np.hypot(*d)
            links.append((i, (q.x - d[0], q.y - d[1]), (p.x + 1.5 * d[0], p.y + 1.5 * d[1])))
        mid = rim.frame.interpolate((lo + hi) / 2)
        line = LineString([mid, nearest_points(poly, mid)[0]])
        scale = 7.6 / line.length
        centre = affinity.scale(line, scale, scale, origin=mid).coords[-1]
        out[z["zone"]] = (poly, z["name"], links, centre)
    return out


def approach_boxes(g, rim, stretch, width=10.0, height=9.6):
    """Upright boxes at sea in front of each beach, with the arrow to the beach."""
    shore = unary_union([rim.main, *rim.islands]).buffer(0.8)
    out = {}
    for i in (i for i, r in g.area.items() if r["beach"] == "1"):
        m = np.array(LineString(stretch[i]).interpolate(0.5, normalized=True).coords[0])
        d = np.array(stretch[i][-1]) - np.array(stretch[i][0])
        n = np.array([-d[1], d[0]]) / np.hypot(*d)  # the rim is clockwise: sea on the left
        off = next(t for t in np.arange(2, 20, 0.1) if not round_box(*(m + n * t), width, height).intersects(shore))
        c = m + n * off
        for other, *_ in out.values():  # keep neighbours apart
            x0, y0, x1, y1 = other.bounds
            if abs(c[0] - (x0 + x1) / 2) < width + 0.8 and abs(c[1] - (y0 + y1) / 2) < height:
                c[0] = (x0 + x1) / 2 - width - 0.8
        poly = round_box(*c, width, height)
        tail = np.array(nearest_points(poly, Point(m))[0].coords[0])
        out[i] = (poly, (tail, m + (m - tail) / np.hypot(*(m - tail)) * 0.4))
    return out


# ---------------------------------------------------------------- files


def feature(kind, ident, name, poly, placed):
    text, label, slots, side, badge = placed
    circle = maximum_inscribed_circle(poly)
    return {
        "kind": kind,
        "id": ident,
        "name": name,
        "label": text,
        "label_x": round(float(label[0]), 2),
        "label_y": round(float(label[1]), 2),
        "badge": None if badge is None else rounded([badge], 2)[0],
        "slots": rounded(slots, 2),
        "slot_size": round(float(side), 2),
        "inscribed_radius": round(circle.length, 2),
        "inscribed_centre": rounded(circle.coords[:1], 2)[0],
        "area_km2": round(poly.area, 1),
        "ring": rounded(poly.exterior.coords[:-1]),
    }


def wave_pair(line, gap=0.32, amp=0.16, wavelength=1.1):
    """Two wavy lines on both sides of a flooded border."""
    c = resample(line, 0.18)
    t = np.r_[0, np.cumsum(np.hypot(*np.diff(c, axis=0).T))]
    d = np.gradient(c, axis=0)
    normal = np.column_stack([-d[:, 1], d[:, 0]]) / np.hypot(*d.T)[:, None]
    turns = max(1, round(t[-1] / wavelength))
    w = amp * np.sin(2 * math.pi * turns * t / t[-1])
    return [rounded(c + (s * gap + w)[:, None] * normal, 2) for s in (-1, 1)]


def xy(points):
    return {"x": [q[0] for q in points], "y": [q[1] for q in points]}


def border_records(g, lines):
    out = []
    for r, (a, b), line in zip(g.rows, g.edges, lines):
        s = LineString(line)
        m = s.interpolate(0.5, normalized=True)
        d = np.subtract(s.interpolate(0.56, normalized=True).coords[0], s.interpolate(0.44, normalized=True).coords[0])
        d /= np.hypot(*d)
        rec = {
            "a": a,
            "b": b,
            "kind": r["kind"],
            "bridge": r["bridge"] == "1",
            "length": round(s.length, 2),
            "mid": rounded(m.coords)[0],
            "across": rounded([(d[1], -d[0])])[0],
            **xy(line),
        }  # unit vector from a to b
        if r["kind"] == "flooded":
            rec["waves"] = [xy(w) for w in wave_pair(line)]
        out.append(rec)
    return out


def build(data, out):
    g, rim = Graph(data), Rim(HERE)
    river_file = json.loads((HERE / "normandy_rivers.geojson").read_text())["features"]
    rivers = {f["properties"]["name"]: to_km(f["geometry"]["coordinates"]) for f in river_file}
    foam = Foam(g, rim, list(rivers.values()))
    lines, shore = draw_borders(foam, foam.relax())
    rings, stretch = assemble(foam, lines, shore)

    records, links = [], []
    borders = border_records(g, lines)
    for i, ring in rings.items():
        poly, name, beach = Polygon(ring), g.area[i]["name"], g.area[i]["beach"] == "1"
        blocked = [r["mid"] for r in borders if r["bridge"] and i in (r["a"], r["b"])]
        placed = place(
            poly,
            f"{i} {name.replace(' Beach', '') if beach else name}",
            slants=SHORE_SLANTS if beach else (0,),
            keep_off=blocked,
        )
        rec = feature("area", i, name, poly, placed)
        rec["town"] = rounded([g.town[i]], 2)[0]
        rec["ring"] = ring
        records.append(rec)
    for z, (poly, name, arrows, centre) in zone_boxes(g, rim, lines, shore).items():
        placed = place(poly, f"{z}: {name}", BOX_COUNTS, centre=centre)
        records.append(feature("zone", z, name, poly, placed))
        links += [{"from": z, "to": i, "kind": "zone", **xy(rounded(a))} for i, *a in arrows]
    zone = {r["id"]: Polygon(r["ring"]) for r in records if r["kind"] == "zone"}
    for z in g.zones:
        for o in z["adjacent_zones"].split():
            if z["zone"] < o:
                p = [q.coords[0] for q in nearest_points(zone[z["zone"]], zone[o])]
                links.append({"from": z["zone"], "to": o, "kind": "zone-zone", **xy(rounded(p))})
    sea = round_box(24, 43.5, 40, 10)
    for i, (poly, arrow) in approach_boxes(g, rim, stretch).items():
        name = g.area[i]["name"].replace("Beach", "Approach")
        records.append(feature("approach", i, name, poly, place(poly, name, BOX_COUNTS)))
        links.append({"from": f"approach-{i}", "to": i, "kind": "landing", **xy(rounded(arrow))})
        p = [q.coords[0] for q in nearest_points(sea, poly)]
        links.append({"from": "offshore", "to": f"approach-{i}", "kind": "offshore", **xy(rounded(p))})
    records.append(feature("offshore", "offshore", "Offshore", sea, place(sea, "Offshore", ((2, 6),))))

    b = np.array([Polygon(r["ring"]).bounds for r in records])
    frame = [*(b[:, :2].min(0) - MARGIN), *(b[:, 2:].max(0) + MARGIN)]
    window = box(*frame).buffer(30)  # the picture may be wider than its contents
    x0, y0, x1, _ = rim.main.bounds  # and taller: carry the land on below the data
    foot = min(x for x, y in rim.main.exterior.coords if y < y0 + 0.5)
    land = rim.main.union(box(foot, y0 - 40, x1, y0 + 0.4)).intersection(window)
    land = [p for p in getattr(land, "geoms", [land]) if p.area > 0.15]
    land += [p for p in rim.islands if p.intersects(window)]
    projection = {
        "kind": "local equirectangular",
        "units": "km",
        "lon0": LON0,
        "lat0": LAT0,
        "km_per_degree_lon": round(KX, 4),
        "km_per_degree_lat": KY,
    }
    credit = (
        "Coastline: made with Natural Earth 1:10m (public domain), smoothed. Areas, borders and boxes: "
        "reconstruction made for this project, not the published map. Rivers: approximate."
    )
    head = {"projection": projection, "attribution": credit, "extent": [round(float(v), 1) for v in frame]}

    def write(name, data):
        folder = HERE if name == "outlines.geojson" and out == DATA else out  # not needed at run time
        (folder / name).write_text(json.dumps(data, separators=(",", ":")) + "\n", encoding="utf-8")

    def geo(r):
        ring = to_lonlat(r["ring"])
        label = to_lonlat([(r["label_x"], r["label_y"])])[0]
        keep = ("kind", "id", "name", "label", "inscribed_radius", "area_km2", "slot_size")
        return {
            "type": "Feature",
            "id": f"{r['kind']}-{r['id']}",
            "properties": {
                **{k: r[k] for k in keep},
                "label_x": label[0],
                "label_y": label[1],
                "badge": r["badge"] and to_lonlat([r["badge"]])[0],
                "slots": to_lonlat(r["slots"]),
            },
            "geometry": {"type": "Polygon", "coordinates": [ring + ring[:1]]},
        }

    write(
        "outlines.geojson",
        {"type": "FeatureCollection", "name": "outlines", "attribution": credit, "features": [geo(r) for r in records]},
    )
    write(
        "outlines_km.json",
        {**head, "outlines": [{**{k: v for k, v in r.items() if k != "ring"}, **xy(r["ring"])} for r in records]},
    )
    corners = [(n, f) for n, f in enumerate(f for k, f in enumerate(g.faces) if k != g.outer) if len(f) > 3]
    spot = {n: lines[k][-e] for k, pair in enumerate(foam.ends) for e, n in enumerate(pair)}
    write(
        "borders.json",
        {
            **head,
            "borders": borders,
            "links": links,
            "corners": [{"areas": f, "at": spot[n]} for n, f in corners],
            "frame": xy(rounded(rim.frame.coords)),
            "coast": xy(rounded(rim.coast.coords)),
        },
    )
    write(
        "coast_km.json",
        {
            **head,
            "land": [xy(rounded(p.exterior.coords[:-1])) for p in land],
            "rivers": [{"name": n, "approximate": True, **xy(rounded(r, 2))} for n, r in rivers.items()],
        },
    )


def main():
    p = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    p.add_argument("--tables", type=Path, default=DATA, help="folder with areas.csv, boundaries.csv and zones.csv")
    p.add_argument("--out", type=Path, default=DATA, help="folder for the results; the package's data by default")
    a = p.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    build(a.tables, a.out)


if __name__ == "__main__":
    main()
