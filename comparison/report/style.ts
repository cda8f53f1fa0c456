/** CSS of all reports: light and dark, phone and paper. */

/**
 * Classes that all formats share: `removed`, `added`, `changed`, `moved`, `formatted` and `ignored` for
 * what happened, `place` for where. What differs is red, removed and added told apart by sign and line;
 * what moved is yellow.
 */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6472; --page: #f5f6f8; --paper: #fff;
--line: #dfe3e9; --red: #fdeaea; --red-strong: #f5b5b5; --red-ink: #8c1616; --yellow: #fff4c7;
--yellow-ink: #6b5200; --green-ink: #17693a; --blue-ink: #1c4f9c; --blue: #e6effd; --empty: #eef0f3; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a5afbf; --page: #14181f;
--paper: #1d2430; --line: #38414f; --red: #43262b; --red-strong: #86343d; --red-ink: #ffb4b4;
--yellow: #4a4120; --yellow-ink: #ffe08a; --green-ink: #8fdcae; --blue-ink: #a9c8ff; --blue: #1f3050;
--empty: #262e3b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 90rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--blue-ink); }
header { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; }
h1 { margin: 0 0 .4rem; font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
.share { float: right; margin: 0 0 .5rem 1.5rem; padding: .35rem .9rem; border-radius: 999px; border: 1px solid currentColor; }
.share strong { font-size: 1.15rem; }
.share.equal { color: var(--green-ink); }
.share.different, .share.unreadable { color: var(--red-ink); background: var(--red); }
.first { list-style: none; margin: 0 0 .5rem; padding: 0; } .first li { padding: .15rem 0; overflow-wrap: anywhere; }
.first .sign { display: inline-block; min-width: 1.2em; font-weight: 700; } p.screen { margin: 0 0 .5rem; }
summary { color: var(--soft); cursor: pointer; padding: .25rem 0; }
.summary { margin: 0 0 .5rem; font-weight: 600; overflow-wrap: anywhere; }
dl { margin: 0; } dl div { display: flex; gap: .75rem; padding: .15rem 0; }
dt { flex: 0 0 6rem; color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.note { background: var(--paper); border: 1px solid var(--line); border-left: 4px solid var(--soft);
border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; list-style: none; margin: 1.25rem 0 .5rem; padding: 0; }
.legend { margin: 0 0 .75rem; color: var(--soft); font-size: .9rem; }
.key { display: inline-block; padding: 0 .5rem; border-radius: 4px; margin-right: .35rem; font-weight: 700; }
.legend span + .key { margin-left: .75rem; } code { font: .95em ui-monospace, SFMono-Regular, Consolas, monospace; }
.removed, .added, .changed { background: var(--red); }
del, ins, mark { background: var(--red-strong); color: inherit; border-radius: 3px; padding: 0 1px; }
del, .key.removed { text-decoration: line-through; } ins, .key.added { text-decoration: underline; }
.key.removed, .key.added, .key.changed { color: var(--red-ink); }
.moved { background: var(--yellow); } .key.moved { color: var(--yellow-ink); }
.formatted { background: var(--blue); } .key.formatted { color: var(--blue-ink); }
.counts li { background: none; }
.ignored { color: var(--soft); text-decoration: underline dotted; }
.place { color: var(--soft); font-size: .85rem; }
.way { font: 12px/1.4 system-ui, sans-serif; color: var(--soft); white-space: nowrap; scroll-margin-top: 3rem; }
.way a, .way .no-way { display: inline-block; padding: 0 .35rem; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.way:target .number { font-weight: 700; color: var(--ink); outline: 2px solid currentColor; border-radius: 3px; }
table { border-collapse: collapse; }
@media screen and (max-width: 45rem) { main { padding: .75rem; } header { padding: .9rem 1rem; } h1 { font-size: 1.15rem; }
h1, .first li { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; } .share { margin-left: .75rem; }
dl div { flex-direction: column; gap: 0; padding: .3rem 0; } dt { flex-basis: auto; } }
@media print { :root { color-scheme: light; } body { background: none; } main { padding: 0; max-width: none; } tr, figure { break-inside: avoid; }
.way a, .way .no-way, .screen { display: none !important; } ::details-content { content-visibility: visible; block-size: auto; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
