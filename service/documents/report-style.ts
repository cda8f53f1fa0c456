/** How the diff report looks, on a screen by day and by night, on a phone and on paper. */
import { markup } from '../html/markup';

export const reportStyle = markup`<style>
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6472; --page: #f5f6f8; --paper: #fff;
--line: #dfe3e9; --red: #fdeaea; --red-strong: #f5b5b5; --red-ink: #8c1616; --yellow: #fff4c7;
--yellow-ink: #6b5200; --green-ink: #17693a; --empty: #eef0f3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a5afbf; --page: #14181f;
--paper: #1d2430; --line: #38414f; --red: #43262b; --red-strong: #86343d; --red-ink: #ffb4b4;
--yellow: #4a4120; --yellow-ink: #ffe08a; --green-ink: #8fdcae; --empty: #262e3b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 90rem; margin: 0 auto; padding: 1.5rem; }
header { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
.share { float: right; margin: 0 0 .5rem 1.5rem; padding: .35rem .9rem; border-radius: 999px; }
.share strong { font-size: 1.15rem; }
.share.same { color: var(--green-ink); border: 1px solid currentColor; }
.share.other { color: var(--red-ink); background: var(--red); border: 1px solid currentColor; }
dl { margin: 0; } dl div { display: flex; gap: .75rem; padding: .15rem 0; }
dt { flex: 0 0 5rem; color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.note { background: var(--paper); border: 1px solid var(--line); border-left: 4px solid var(--soft);
border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; list-style: none; margin: 1.25rem 0 .5rem; padding: 0; }
.legend { margin: 0 0 .75rem; color: var(--soft); font-size: .9rem; }
.key { display: inline-block; padding: 0 .5rem; border-radius: 4px; }
.key + .key, .legend .moved { margin-left: 1rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; background: var(--paper);
border: 1px solid var(--line); font: 13px/1.55 ui-monospace, SFMono-Regular, Consolas, monospace; }
col.n { width: 3.6rem; } col.s { width: 1.5rem; }
th { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid var(--line); font: 600 14px system-ui, sans-serif; }
th + th, td.sent { border-left: 1px solid var(--line); }
td { vertical-align: top; padding: .05rem .4rem; }
td.n { color: var(--soft); text-align: right; user-select: none; font-size: 12px; }
td.t { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
.differs { background: var(--red); } td.differs span, .key.differs { color: var(--red-ink); font-weight: 700; }
.moved:not(li) { background: var(--yellow); } td.moved span, .key.moved { color: var(--yellow-ink); font-weight: 700; }
td.none { background: var(--empty); }
mark { background: var(--red-strong); color: inherit; border-radius: 3px; padding: 0 1px; }
.gap td { text-align: center; color: var(--soft); background: var(--empty); padding: .35rem; font: 13px system-ui, sans-serif; }
@media (max-width: 45rem) { main { padding: .75rem; } .share { float: none; display: inline-block; margin: 0 0 .75rem; }
col.n { width: 2.2rem; } col.s { width: 1.1rem; } table { font-size: 11px; } td { padding: .05rem .15rem; } td.n { font-size: 10px; }
dl div { flex-direction: column; gap: 0; padding: .3rem 0; } dt { flex-basis: auto; } }
@media print { body { background: none; } main { padding: 0; max-width: none; } tr { break-inside: avoid; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
</style>`;
