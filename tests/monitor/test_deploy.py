"""The dashboard and the alerts ask only for what the bot says on its page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from monitor import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
DASHBOARD = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
PAGE = metrics.page().decode()
PROMETHEUS = {"job", "instance"}
"""The labels that Prometheus adds itself."""
VALUES = {
    "outcome": {*get_args(metrics.Outcome), *get_args(metrics.Delivered)},
    "kind": {*get_args(metrics.Kind), *get_args(metrics.ErrorKind), "read", "write"},
    "state": {"waiting", "held"},
    "status": {"live", "lobby", "paused", "1xx", "2xx", "3xx", "4xx", "429", "5xx", "none"},
    "found": {"yes", "no"},
    "scope": set(metrics.SCOPES),
    "verdict": {*get_args(metrics.Judged)},
    "event": {"connected", "resumed", "disconnected"},
    "job": {"stolik"},
}
"""The values of the labels that queries ask for."""


def exported() -> dict[str, set[str]]:
    """Return the labels of each series that the bot exports, by name."""
    found = {"up": set[str](), "stolik_build_info": {"version"}}  # Prometheus' own, and a constant
    for family in text_string_to_metric_families(PAGE):
        found |= {sample.name: set(sample.labels) for sample in family.samples}
    for one in vars(metrics).values():
        if isinstance(one, Counter | Gauge | Histogram):
            name, labels = next(iter(one.describe())).name, set(one._labelnames)
            match one:
                case Counter():
                    found[f"{name}_total"] = labels
                case Gauge():
                    found[name] = labels
                case Histogram():
                    found |= {f"{name}_count": labels, f"{name}_sum": labels}
                    found[f"{name}_bucket"] = labels | {"le"}
    return found


SERIES = exported()


def panels() -> Iterator[tuple[str, str]]:
    """Yield expression and legend of each query of the dashboard."""
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"], target["legendFormat"]


def alerts() -> Iterator[tuple[str, str]]:
    """Yield expression and words of each alert."""
    for rule in re.split(r"\n      - alert: ", ALERTS)[1:]:
        (expr,) = re.findall(r"\n        expr: (?:>-\n)?(.+?)\n        (?:for|labels):", rule, re.S)
        yield " ".join(expr.split()), rule


def faults(expr: str, told: str = "") -> list[str]:
    """Return what an expression asks for that doesn't exist."""
    bare = re.sub(r'"[^"]*"', '""', expr)
    wrong = [name for name in re.findall(r"\b(?:stolik|process)_\w+", bare) if name not in SERIES]
    for name, matchers in re.findall(r"\b(\w+)\{([^}]*)\}", expr):
        for label, _, value in re.findall(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"', matchers):
            if label not in SERIES.get(name, set()) | PROMETHEUS:
                wrong.append(f"{name}{{{label}}}")
            wrong += [f"{label}={v}" for v in value.split("|") if v not in VALUES.get(label, ())]
    groups = re.findall(r"\bby \(([^)]*)\)", expr)
    asked = {label.strip() for group in groups for label in group.split(",")}
    asked |= {a or b for a, b in re.findall(r"\{\{(\w+)\}\}|\$labels\.(\w+)", told)}
    known = set[str]().union(*(SERIES[n] for n in re.findall(r"\b\w+\b", bare) if n in SERIES))
    return wrong + sorted(asked - known - PROMETHEUS)


@pytest.mark.parametrize(("expr", "told"), [*panels(), *alerts()])
def test_every_query_asks_for_what_there_is(expr: str, told: str) -> None:
    assert faults(expr, told) == []


@pytest.mark.parametrize(
    ("expr", "told"),
    [
        ("sum(stolik_mistakes_total)", ""),
        ('stolik_outbox_rows{state="lost"}', ""),
        ('stolik_outbox_rows{shard="1"}', ""),
        ("sum by (game) (stolik_outbox_rows)", ""),
        ("stolik_outbox_rows", "{{game}}"),
        ("stolik_answer_seconds", ""),
        ("sum by (le) (stolik_answer_seconds_sum)", ""),
    ],
)
def test_a_wrong_query_is_found(expr: str, told: str) -> None:
    assert faults(expr, told)


def test_every_alert_says_how_bad_it_is_and_what_to_do() -> None:
    found = [rule for _, rule in alerts()]
    assert len(found) == ALERTS.count("- alert:") >= 15
    for rule in found:
        assert re.search(r"severity: (page|look)\}", rule), rule
        assert "summary: " in rule
        assert "action: " in rule


def test_a_bot_that_is_no_target_any_more_is_down() -> None:
    """A container that has ended has no address, so nothing says that it isn't up."""
    expressions = {rule.partition("\n")[0]: expr for expr, rule in alerts()}
    assert expressions["StolikDown"] == 'absent(up{job="stolik"} == 1)'


def test_every_figure_is_on_the_dashboard() -> None:
    shown = " ".join(expr for expr, _ in panels())
    named = {f.name for f in text_string_to_metric_families(PAGE) if f.name.startswith("stolik_")}
    assert {name for name in named if name not in shown} == {
        "stolik_database_read_timestamp_seconds"  # an alert has it
    }


def test_the_dashboard_can_be_imported_anywhere() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    sources = set[str]()

    def look(part: Any) -> None:
        if isinstance(part, dict):
            sources.update({part["datasource"]["uid"]} if "datasource" in part else ())
            for inner in part.values():
                look(inner)
        elif isinstance(part, list):
            for inner in part:
                look(inner)

    look(DASHBOARD)
    assert sources == {"${datasource}"}


@pytest.mark.parametrize(
    ("kind", "text"), [("rules", str(DEPLOY / "alerts.yml")), ("metrics", ""), ("config", "")]
)
def test_prometheus_itself_finds_no_fault(kind: str, text: str) -> None:
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("promtool is not installed")
    file = {"metrics": [], "rules": [text], "config": [str(DEPLOY / "prometheus.yml")]}[kind]
    done = subprocess.run(
        [tool, "check", kind, *file],
        input=PAGE if kind == "metrics" else "",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


UP = 'up{job="stolik", instance="%s"}'
SESSIONS = 'stolik_gateway_events_total{event="connected", shard="%s"}'


@pytest.mark.parametrize(
    ("alert", "series", "fires"),
    [
        # A start of 100 shards; their counters begin anew.
        ("StolikReconnects", {SESSIONS % n: "2x30 1x30" for n in range(100)}, False),
        ("StolikReconnects", {SESSIONS % 0: "0+1x60"}, True),
        ("StolikShardNotReady", {'stolik_shard_ready{shard="3"}': "0x14 1x46"}, False),
        ("StolikShardNotReady", {'stolik_shard_ready{shard="3"}': "1x30 0x30"}, True),
        ("StolikDown", {UP % "a": "1x60"}, False),
        ("StolikDown", {UP % "a": "1x30 0x30"}, True),
        ("StolikDown", {UP % "a": "1x60", UP % "b": "0x60"}, False),  # b waits for a
        ("StolikDown", {UP % "a": "1x30 _x30"}, True),  # its container's name is gone
    ],
)
def test_alerts_about_shards_and_processes(
    alert: str, series: dict[str, str], fires: bool, tmp_path: Path
) -> None:
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("promtool is not installed")
    ready = {f'stolik_shard_ready{{shard="{n}"}}': "1x60" for n in range(len(series))}
    values = [{"series": name, "values": said} for name, said in (ready | series).items()]
    # promtool wants every label and word of an alert, so this asks for the series it leaves.
    query = f'count(ALERTS{{alertname="{alert}", alertstate="firing"}})'
    found = [{"labels": "{}", "value": 1}] if fires else []
    asked = [{"expr": query, "eval_time": "59m", "exp_samples": found}]
    group = {"interval": "1m", "input_series": values, "promql_expr_test": asked}
    file = tmp_path / "test.json"
    rules = {"rule_files": [str(DEPLOY / "alerts.yml")], "evaluation_interval": "1m"}
    file.write_text(json.dumps(rules | {"tests": [group]}))
    done = subprocess.run(
        [tool, "test", "rules", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
