"""The stylesheet of the evidence page: a plain document on screen, on a phone and on A4."""

STYLE = """
:root { color-scheme: light; --ink: #1b221e; --soft: #59645d; --line: #d6dcd7; --felt: #0c4a30; --tint: #f2f5f2;
  --paper: #fff; --serif: Charter, "Bitstream Charter", "Iowan Old Style", Georgia, "Liberation Serif", serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.55 var(--serif); }
a { color: var(--felt); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, [tabindex]:focus-visible { outline: 3px solid #c58b2a; outline-offset: 2px; }
code { font: .86em/1.4 var(--mono); overflow-wrap: anywhere; }
p { margin: .5rem 0; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: #fff; z-index: 2; }

.cover { padding: clamp(2rem, 6vw, 4.5rem) max(1.25rem, calc((100vw - 76rem) / 2)) 2rem; color: #f4f7f2;
  background: var(--felt); border-bottom: 6px solid #c9a55c; }
.cover h1 { margin: .3rem 0 .6rem; font: 600 clamp(1.9rem, 5vw, 3.1rem)/1.12 var(--serif); max-width: 22em; }
.kicker { margin: 0; color: #e3cd9a; font: 600 .82rem/1.4 var(--sans); letter-spacing: .12em;
  text-transform: uppercase; }
.source { max-width: 46rem; color: #dce7dd; font-size: 1.1rem; }
.cover .facts { display: flex; flex-wrap: wrap; gap: 1rem 2.2rem; margin-top: 2rem;
  border-top: 1px solid #ffffff3d; padding-top: 1.1rem; }
.cover .facts dt { color: #b9d2c0; }
.cover .facts div:last-child { flex-basis: 100%; }
.caution { max-width: 52rem; margin-top: 1.2rem; padding: .8rem 1.1rem; color: #3a2a05; background: #f8ecd0;
  border-left: 5px solid #c9a55c; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: 1rem 1.6rem;
  margin: 1rem 0; }
dt { color: var(--soft); font: .78rem/1.4 var(--sans); }
dd { margin: .1rem 0 0; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.8rem; font: .86rem/1.45 var(--sans); }
.legend dt { color: var(--ink); font-weight: 600; }
.legend dd { color: var(--soft); }

.sheet { max-width: 78.5rem; margin: 0 auto; padding: 0 1.25rem 3rem; }
.contents { padding: 1.5rem 0 .5rem; font: .92rem/1.5 var(--sans); }
.contents h2 { margin: 0 0 .5rem; font: 600 .78rem/1.4 var(--sans); letter-spacing: .1em; text-transform: uppercase;
  color: var(--soft); border: 0; padding: 0; }
.contents ol { margin: 0; padding-left: 1.6rem; }
.contents li { padding: .18rem 0; }
.contents li::marker { color: var(--soft); font-variant-numeric: tabular-nums; }
.contents a { text-decoration: none; }
.contents a:hover { text-decoration: underline; }
main { min-width: 0; }
section { margin-top: 2.6rem; }
h2 { margin: 0 0 1rem; padding-bottom: .45rem; font: 600 1.65rem/1.25 var(--serif);
  border-bottom: 2px solid var(--felt); }
.number { color: #96711f; font-variant-numeric: tabular-nums; margin-right: .35em; }
h3 { margin: 2rem 0 .7rem; font: 600 1.18rem/1.3 var(--serif); color: var(--felt); }
h4 { margin: 0; font: 600 1rem/1.4 var(--sans); overflow-wrap: anywhere; }
h4 code { color: var(--soft); font-weight: 400; }
.note { color: var(--soft); font: .84rem/1.5 var(--sans); }
.empty { padding: .9rem 1.1rem; background: var(--tint); border-left: 4px solid var(--line); }
main > section > p { max-width: 50rem; }

figure { margin: 0; }
figcaption { margin-top: .5rem; color: var(--soft); font: .84rem/1.5 var(--sans); }
.felt { overflow-x: auto; }
.felt svg { display: block; width: 100%; min-width: 46rem; height: auto; }

.scroll { overflow-x: auto; margin: .6rem 0 1.6rem; }
table { width: 100%; border-collapse: collapse; font: .86rem/1.45 var(--sans); }
caption { padding: .3rem 0; text-align: left; font-weight: 600; }
th, td { padding: .34rem .8rem .34rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
th { font-weight: 400; }
thead th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid var(--ink); }
thead small { display: block; font-weight: 400; color: var(--soft); }
.group th { padding-top: .8rem; color: var(--felt); font-weight: 600; }
td .clause, td > a { font-size: .95em; }
.clause { color: var(--soft); }
.wager { table-layout: fixed; }
.wager caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.wager col:first-child { width: 11.5rem; }
.wager col:last-child { width: 15rem; }
article .wager thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
article { margin: 0 0 1.4rem; break-inside: auto; }
article:target { background: #fbf6e6; box-shadow: 0 0 0 .5rem #fbf6e6; }
.bets tbody th { min-width: 9.5rem; }
.bets td:nth-child(2) { min-width: 11.5rem; }
.bets td:nth-child(3), .bets td:nth-child(4) { white-space: nowrap; }
.bets th code { display: block; color: var(--soft); }
.figures td, .figures thead th:not(:first-child) { text-align: right; font-variant-numeric: tabular-nums; }
.figures th code { display: block; color: var(--soft); }
.figures tbody th { min-width: 9rem; }
.figures tbody tr:not(.group):hover { background: var(--tint); }
.decimal { display: block; white-space: nowrap; }
.fraction { display: block; color: var(--soft); font-size: .84em; overflow-wrap: anywhere; }
.facts .fraction { font: .84rem/1.4 var(--sans); }
.none { color: var(--soft); }
.findings { table-layout: fixed; min-width: 40rem; }
.findings col:first-child { width: 5.5rem; }
.findings col:nth-child(2) { width: 9rem; }
.findings col:last-child { width: 14rem; }
.findings td { overflow-wrap: anywhere; }
.narrow { max-width: 30rem; }
.files td:nth-child(2) { text-align: right; padding-right: 1.2rem; font-variant-numeric: tabular-nums; }

.entry { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: .2rem 1.6rem; padding: .8rem 0; margin: 0;
  border-top: 1px solid var(--line); }
.entry p:first-child { margin-top: 0; }
.vector { grid-template-columns: 6.5rem minmax(0, 1fr); }
.steps { display: flex; flex-wrap: wrap; gap: .3rem .4rem; margin: .5rem 0; padding: 0; list-style: none;
  font: .84rem/1.4 var(--sans); }
.steps li { padding: .12rem .55rem; background: var(--tint); border: 1px solid var(--line); border-radius: 4px; }
.steps em { color: #8f1d1d; }
.badge { display: inline-block; margin-top: .2rem; padding: .06rem .5rem; color: #3d4842; background: #e8ece9;
  border-radius: 3px;
  font: 600 .72rem/1.5 var(--sans); letter-spacing: .04em; }
.badge.error { color: #fff; background: #98221f; }
.badge.warning { color: #5b3d00; background: #f6e3b4; }
.badge.ok, .badge.engine { color: #0c4a30; background: #dcebe1; }
.badge.crew { color: #6b3410; background: #f6e5d8; }
.badge.player { color: #173e70; background: #dfe9f6; }
pre { overflow-x: auto; padding: .9rem 1.1rem; background: var(--tint); border-left: 4px solid var(--felt);
  font: .84rem/1.5 var(--mono); }
pre code { font: inherit; overflow-wrap: normal; }
footer { max-width: 78.5rem; margin: 0 auto; padding: 1rem 1.25rem 2.5rem; color: var(--soft);
  font: .84rem/1.5 var(--sans);
  border-top: 1px solid var(--line); }

@media (min-width: 68rem) {
  .sheet { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 3rem; }
  .contents { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding-top: 2.8rem; }
}
@media (max-width: 42rem) {
  body { font-size: .98rem; }
  .cover .facts { gap: .8rem 1.8rem; }
  .entry, .vector { grid-template-columns: 1fr; }
  .entry > div:first-child { display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; }
  .wager, .wager tbody, .wager tr, .wager th, .wager td { display: block; border: 0;
  padding: 0; }
  .figures tbody th { position: sticky; left: 0; background: var(--paper); }
  .wager thead, .wager colgroup { display: none; }
  .wager tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
  .wager tr.group { border: 0; padding: .7rem 0 0; }
  .wager tbody th[scope=row] { color: var(--soft); }
}
@page { size: A4; margin: 17mm 15mm 18mm; @bottom-right { content: counter(page) " / " counter(pages);
  font: 8pt sans-serif;
  color: #59645d; } }
@media print {
  html { font-size: 10px; }
  body { font-size: 9.5pt; line-height: 1.42; }
  h2 { font-size: 16pt; }
  h3 { font-size: 12pt; }
  h4 { font-size: 9pt; }
  .skip { display: none; }
  .cover { padding: 0 0 5mm; color: var(--ink); background: none; border-bottom: 3px solid var(--felt); }
  .cover h1 { font-size: 26pt; color: var(--felt); }
  .kicker { color: #7a5c17; }
  .source, .cover .facts dt { color: var(--soft); }
  .cover .facts { border-color: var(--line); }
  .sheet { display: block; max-width: none; padding: 0; }
  .contents { position: static; max-height: none; font-size: 9pt; }
  .contents ol { columns: 2; }
  section { margin: 0; break-before: page; }
  #layout { break-before: auto; margin-top: 8mm; }
  #figures .scroll + .scroll { break-before: page; }
  main > section > p { max-width: none; }
  .findings col:first-child { width: 7.5rem; }
  .felt svg { min-width: 0; }
  .scroll, .felt, pre { overflow: visible; }
  pre { white-space: pre-wrap; }
  table, .note, .steps, .legend, dt, figcaption { font-size: 8pt; line-height: 1.4; }
  .figures { font-size: 7.4pt; }
  .badge { font-size: 6.4pt; }
  pre { font-size: 7.6pt; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4, caption, .group { break-after: avoid; }
  article > p { break-after: avoid; }
  tr, .wager tbody, .vector, figure { break-inside: avoid; }
  .entry { break-inside: avoid-page; }
  thead { display: table-header-group; }
  .badge { border: 1px solid var(--line); }
}
"""
