"""Check the map picture against the game graph; it reads only the finished files.

Usage: python tools/outlines/check_outlines.py [--tables FOLDER] [--out FOLDER]

Prints every figure and ends with status 1 if any check fails.
"""

import argparse
import csv
import json
import re
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
from shapely import maximum_inscribed_circle
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import unary_union

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "normandy_lab" / "data" / "breakout"
FILES = ("outlines_km.json", "borders.json", "coast_km.json")
VISIBLE = 1.5  # km of shared border below which two areas do not visibly touch


def main(data, out):
    failures = []

    def report(name, bad, detail=""):
        print(f"{'FAIL' if bad else 'ok  '} {name} {detail} {bad if bad else ''}".rstrip())
        if bad:
            failures.append(name)

    with open(data / "areas.csv", newline="", encoding="utf-8") as f:
        area = {int(r["id"]): r for r in csv.DictReader(f)}
    with open(data / "boundaries.csv", newline="", encoding="utf-8") as f:
        rows = list(csv.DictReader(f))
    edges = {frozenset((int(r["a"]), int(r["b"]))) for r in rows}
    km = json.loads((out / "outlines_km.json").read_text())
    outlines = km["outlines"]
    poly = {(r["kind"], r["id"]): Polygon(list(zip(r["x"], r["y"]))) for r in outlines}
    areas = {i: p for (k, i), p in poly.items() if k == "area"}
    report(
        "60 areas, 5 zones, 5 approach boxes, 1 offshore box",
        []
        if sorted(k for k, _ in poly) == ["approach"] * 5 + ["area"] * 60 + ["offshore"] + ["zone"] * 5
        and set(areas) == set(area)
        else sorted(poly),
    )
    report("valid and simple", [k for k, p in poly.items() if not (p.is_valid and p.is_simple and not p.interiors)])

    touch = {}
    for a, b in combinations(areas, 2):
        if areas[a].distance(areas[b]) < 0.3:
            shared = areas[a].boundary.intersection(areas[b].boundary)
            touch[frozenset((a, b))] = shared.length
    length = {e: n for e, n in touch.items() if n > 0}
    report(
        "graph edges without a visible border",
        [sorted(e) for e in edges if length.get(e, 0) < VISIBLE],
        f"(edges {len(edges)}, shortest {min(length[e] for e in edges if e in length):.2f} km)",
    )
    report(
        "touching pairs that are not graph edges",
        [sorted(e) for e in length if e not in edges],
        f"(pairs with a common border {len(length)})",
    )
    print("     point contacts or near misses (< 0.3 km):", [sorted(e) for e in touch if e not in edges])

    borders = json.loads((out / "borders.json").read_text())
    line = {frozenset((b["a"], b["b"])): LineString(list(zip(b["x"], b["y"]))) for b in borders["borders"]}
    kind = {frozenset((int(r["a"]), int(r["b"]))): (r["kind"], r["bridge"] == "1") for r in rows}
    report(
        "border kind and bridge as in boundaries.csv",
        [
            (b["a"], b["b"])
            for b in borders["borders"]
            if kind.get(frozenset((b["a"], b["b"]))) != (b["kind"], b["bridge"])
        ],
    )
    report(
        "one border line per graph edge", sorted(map(sorted, edges ^ set(line))), f"({len(borders['borders'])} lines)"
    )
    report(
        "border line is the shared boundary",
        [
            sorted(e)
            for e in edges & set(line)
            if abs(line[e].length - length.get(e, 0)) > 1e-6
            or line[e].difference(areas[min(e)].boundary.buffer(1e-6)).length > 1e-6
        ],
    )
    report(
        "bridge point on the border, vector across points from a to b",
        [
            (b["a"], b["b"])
            for b in borders["borders"]
            if Point(b["mid"]).distance(line[frozenset((b["a"], b["b"]))]) > 0.01
            or not areas[b["a"]].contains(Point(np.subtract(b["mid"], np.multiply(0.5, b["across"]))))
            or not areas[b["b"]].contains(Point(np.add(b["mid"], np.multiply(0.5, b["across"]))))
        ],
    )

    if "valid and simple" in failures:
        return 1
    over = [
        (a, b, round(poly[a].intersection(poly[b]).area, 4))
        for a, b in combinations(poly, 2)
        if poly[a].intersection(poly[b]).area > 1e-6
    ]
    report("overlaps", over)
    whole = Polygon(
        list(zip(borders["coast"]["x"], borders["coast"]["y"]))
        + list(zip(borders["frame"]["x"], borders["frame"]["y"]))[1:-1]
    )
    union = unary_union(list(areas.values()))
    gap = whole.difference(union)
    report(
        "gaps inland",
        [g.area for g in getattr(gap, "geoms", [gap]) if g.area > 0.1],
        f"(total {gap.area:.5f} km2 of {whole.area:.0f})",
    )

    coast = json.loads((out / "coast_km.json").read_text())
    land = unary_union([Polygon(list(zip(c["x"], c["y"]))) for c in coast["land"]])
    report(
        "inside the land drawn",
        [i for i, p in areas.items() if p.difference(land).area > 0.02],
        f"(sum outside {sum(p.difference(land).area for p in areas.values()):.4f} km2)",
    )
    p = km["projection"]
    raw = json.loads((HERE / "normandy_coast.geojson").read_text())["features"][0]["geometry"]
    raw = Polygon(
        [
            ((x - p["lon0"]) * p["km_per_degree_lon"], (y - p["lat0"]) * p["km_per_degree_lat"])
            for x, y in raw["coordinates"][0]
        ]
    ).buffer(0)
    print(
        f"     against the unsmoothed coastline: {union.difference(raw).area:.1f} km2 outside, "
        f"{whole.intersection(raw).difference(union).area:.1f} km2 of it uncovered"
    )
    shore = LineString(list(zip(borders["coast"]["x"], borders["coast"]["y"]))).buffer(1e-4)
    sea = {i: a.boundary.intersection(shore).length for i, a in areas.items()}
    wet = {i for i, n in sea.items() if n > 0.5}
    report(
        "coastal areas touch the sea and no other does",
        sorted(wet ^ {i for i, r in area.items() if r["coastal"] == "1"}),
        f"(shortest shore {min((sea[i], i) for i in wet)[0]:.1f} km, area {min((sea[i], i) for i in wet)[1]})",
    )
    inland = {i: a.distance(shore) for i, a in areas.items() if i not in wet}
    print(f"     inland area nearest to the sea: {min(inland, key=inland.get)}, {min(inland.values()):.1f} km")
    report(
        "boxes clear of the land (approach, offshore)",
        [k for k, q in poly.items() if k[0] in ("approach", "offshore") and q.intersects(land)],
    )
    report("zones clear of the areas", [k for k, q in poly.items() if k[0] == "zone" and q.distance(union) < 0.5])

    bad = []
    for r in outlines:
        q, h = poly[r["kind"], r["id"]], r["slot_size"] / 2
        squares = [Polygon([(x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)]) for x, y in r["slots"]]
        if (
            len(squares) < 4
            or not all(q.contains(s) for s in squares)
            or not q.contains(Point(r["label_x"], r["label_y"]))
        ):
            bad.append((r["kind"], r["id"]))
        if any(s.intersection(t).area > 0.02 * r["slot_size"] ** 2 for s, t in combinations(squares, 2)):
            bad.append(("overlapping slots", r["id"]))
    report("four or more slots, whole counter squares and the label inside", bad)

    radius = {r["id"]: r["inscribed_radius"] for r in outlines if r["kind"] == "area"}
    true = {i: maximum_inscribed_circle(a, tolerance=0.01).length for i, a in areas.items()}
    report(
        "inscribed radius",
        [i for i in radius if abs(radius[i] - true[i]) > 0.05],
        f"(least {min(radius.values())}, median {np.median(list(radius.values())):.2f} km)",
    )
    beach = [i for i, r in area.items() if r["beach"] == "1"]
    size = {}
    for i in beach:
        c = np.array(areas[i].minimum_rotated_rectangle.exterior.coords)
        size[i] = tuple(sorted(np.hypot(*np.diff(c[:3], axis=0).T).round(1).tolist()))
    report("beaches at least 6 km by 3 km", [i for i, (a, b) in size.items() if a < 3 or b < 6], str(size))
    print("     radius by area:", " ".join(f"{i}:{radius[i]:.1f}" for i in sorted(radius, key=radius.get)))
    slot = {r["id"]: r["slot_size"] for r in outlines if r["kind"] == "area"}
    print("     slot size below 2.6 km:", {i: s for i, s in slot.items() if s < 2.6})
    town = {r["id"]: r["town"] for r in outlines if r["kind"] == "area"}
    away = {i: areas[i].distance(Point(t)) for i, t in town.items()}
    print(
        f"     real towns inside their area: {sum(d == 0 for d in away.values())}/60; outside by km:",
        {i: round(d, 1) for i, d in away.items() if d > 0},
    )
    shift = [
        np.hypot(r["label_x"] - r["town"][0], r["label_y"] - r["town"][1]) for r in outlines if r["kind"] == "area"
    ]
    print(f"     name to real town: median {np.median(shift):.1f} km, largest {max(shift):.1f} km")
    for f in FILES:
        text = (out / f).read_text()
        report(f, re.findall(r"/(?:[\w.-]+/)+[\w.-]+", text), f"{len(text) / 1024:.0f} KB")
    total = sum((out / f).stat().st_size for f in FILES)
    report("total size under 600 KB", [total] if total > 600 * 1024 else [], f"{total / 1024:.0f} KB")
    return 1 if failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tables", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=DATA)
    arguments = parser.parse_args()
    sys.exit(main(arguments.tables, arguments.out))
