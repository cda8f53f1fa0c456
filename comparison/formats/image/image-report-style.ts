/** CSS of pictures in a report: the chosen view on screen, all of them on paper. */
export const imageReportStyle = `
.pictures { margin: 1.5rem 0; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 8px; }
.pictures h2 { margin-top: 0; }
.pictures figure { margin: 0; min-width: 0; } .pictures figcaption { color: var(--soft); font-size: .85rem; }
.pictures img { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
.by + label { display: inline-block; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: 999px; cursor: pointer; }
.by { position: absolute; opacity: 0; }
.by:checked + label { font-weight: 700; border-color: currentColor; } .by:focus-visible + label { outline: 2px solid var(--blue-ink); }
.hint { display: none; margin: .5rem 0 0; color: var(--soft); font-size: .9rem; }
.hint .was { color: #d62828; } .hint .is { color: #780028; background: #fff; }
.by-overlay:checked ~ .by-colour, .by-slider:checked ~ .by-slider-hint { display: block; }
.stage { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: .75rem 0; container-type: inline-size; }
.by ~ .stage .view-overlay { display: none; }
.by-overlay:checked ~ .stage { grid-template-columns: 1fr; }
.by-overlay:checked ~ .stage .view-overlay { display: block; }
.by-overlay:checked ~ .stage .view-kept, .by-overlay:checked ~ .stage .view-sent { display: none; }
.by-blink:checked ~ .stage, .by-slider:checked ~ .stage { grid-template-columns: 1fr; }
.by-blink:checked ~ .stage figure, .by-slider:checked ~ .stage figure { grid-area: 1 / 1; }
.by-blink:checked ~ .stage figcaption, .by-slider:checked ~ .stage figcaption { visibility: hidden; }
.by-blink:checked ~ .stage .view-sent { animation: blink 1.6s steps(1) infinite; }
.by-slider:checked ~ .stage .view-sent .frame { width: 50%; max-width: 100%; overflow: hidden; resize: horizontal; border-right: 3px solid var(--red-ink); }
.by-slider:checked ~ .stage img { width: 100cqw; max-width: none; }
@keyframes blink { 0% { opacity: 1; } 50% { opacity: 0; } }
@media (prefers-reduced-motion: reduce) { .by-blink:checked ~ .stage .view-sent { animation: none; opacity: .5; } }
.parts { padding-left: 1.5rem; } .parts li { margin: .5rem 0; }
.enlarged { display: flex; flex-wrap: wrap; gap: .75rem; margin: .25rem 0 .75rem; }
@media screen and (max-width: 45rem) { .by-side:checked ~ .stage { grid-template-columns: 1fr; } }
@media print { .by, .by + label, .hint { display: none; } .by ~ .stage { grid-template-columns: 1fr 1fr !important; }
.by ~ .stage figure { display: block !important; grid-area: auto !important; animation: none !important; opacity: 1 !important; } }
`;
