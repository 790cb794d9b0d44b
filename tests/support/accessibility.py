"""What axe-core finds wrong on a page."""

from typing import Any

from support.browser import Browser
from tessella.palette import THEMES


def violations_in_every_theme(browser: Browser, axe: str) -> dict[str, list[str]]:
    """Return what axe-core finds wrong on the page in each theme, by name, where there is something.

    Colours are those of English in every language, so that a page in another is looked at in one theme.
    """
    found = dict[str, list[str]]()
    is_english = browser.js("return document.documentElement.lang").startswith("en")
    for theme in THEMES if is_english else [*THEMES][:1]:
        browser.js("document.querySelectorAll('html, .stage').forEach(e => e.dataset.theme = arguments[0])", theme)
        found[theme] = violations(browser, axe, *(["color-contrast"] if found else []))  # nothing else depends on it
    return {theme: what for theme, what in found.items() if what}


def violations(browser: Browser, axe: str, *rules: str) -> list[str]:
    """Return what axe-core finds wrong on the page, by all of its rules or by some."""
    browser.js("document.getAnimations().forEach(a => a.effect?.getComputedTiming().endTime < 1e9 && a.finish())")
    if not browser.js("return Boolean(window.axe)"):
        browser.cdp("Runtime.evaluate", expression=axe)
    found: Any = browser.driver.execute_async_script(
        "const [rules, done] = arguments, some = rules.length ? {runOnly: rules} : {};"
        "axe.run(document, {resultTypes: ['violations'], ...some}).then(r => done("
        "r.violations.map(v => `${v.id}: ${v.nodes.map(n => n.target + ' ' + n.failureSummary).join('; ')}`)))",
        rules,
    )
    return list(found)
