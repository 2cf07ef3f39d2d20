/** The look of the page, in light and dark. */
export const PAGE_STYLE: string = `
:root { color-scheme: light dark; --ground: #fff; --text: #1b1f24; --soft: #57606a; --line: #c4ccd4; --card: #f4f6f8;
  --red: #b42318; --red-ground: #fde7e5; --amber: #8a5300; --blue: #0b5cad; --green: #14683a; --violet: #6a3fb5; --focus: #0b5cad; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --text: #e7eaee; --soft: #a7b0ba; --line: #454d57; --card: #1e2329;
  --red: #ff8b80; --red-ground: #4a1c19; --amber: #f2b656; --blue: #79b8ff; --green: #6fd39a; --violet: #c0a2ff; --focus: #79b8ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem 1rem 3rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; } h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { margin: .25rem 0; } code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
.broken-rule { color: var(--red); font-weight: 600; } .soft { color: var(--soft); }
a { color: var(--blue); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; padding: .5rem; }
svg { display: block; } svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
svg .time, svg .word { text-anchor: middle; } svg .time { fill: var(--soft); } svg .name { text-anchor: end; font-weight: 600; }
svg .word { font-size: 10.5px; } svg .lane { stroke: var(--line); }
svg .decisive { fill: var(--red-ground); stroke: var(--red); }
svg .plain { fill: var(--blue); } svg .early { fill: var(--amber); } svg .broken { fill: var(--red); }
svg .chosen { stroke: var(--focus); stroke-width: 4; }
svg .state { fill: var(--card); stroke: var(--line); } svg .fulfilled { stroke: var(--green); } svg .timedOut { stroke: var(--amber); }
svg .failed { stroke: var(--red); } svg .cancelled { stroke: var(--violet); } svg .RESPONSE_RECEIVED { stroke: var(--blue); }
ol { list-style: none; margin: 0; padding: 0; }
li { border-left: 4px solid var(--line); margin: .25rem 0; background: var(--card); border-radius: 0 6px 6px 0; }
li.early { border-color: var(--amber); } li.decisive { border-color: var(--red); background: var(--red-ground); }
li button { all: unset; box-sizing: border-box; display: grid; grid-template-columns: 5.5rem 5rem minmax(8rem, 1fr) 2fr; gap: .75rem;
  width: 100%; padding: .4rem .75rem; cursor: pointer; }
li button:focus-visible { outline: 3px solid var(--focus); outline-offset: -3px; }
li .lane { color: var(--soft); } li .what { color: var(--soft); }
li.decisive .what, li.decisive .lane { color: var(--text); }
.tag { font-weight: 600; } .early .tag { color: var(--amber); } .decisive .tag { color: var(--red); }
@media (max-width: 42rem) { li button { grid-template-columns: 4.5rem 1fr; } li .what { grid-column: 1 / -1; } }
`;
