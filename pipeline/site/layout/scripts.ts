import { createHash } from 'node:crypto';

/** Sets the mode before first paint; settings stand in attributes, so that the text never changes. */
export const modeScript = `(()=>{const d=document.documentElement,s=d.dataset;let m=null;if(!("strict"in s))try{m=localStorage.getItem("docent-mode")}catch{}if(m!=="light"&&m!=="dark"){m=s.default;if(m!=="light"&&m!=="dark")m=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"}s.mode=m;d.classList.add("js");if(s.banner)try{if(localStorage.getItem("docent-banner")===s.banner)d.classList.add("banner-off")}catch{}})()`;

/** Brings the current row of the sidebar into view before first paint, without animation. */
export const sidebarScript = `(()=>{const n=document.getElementById("sidebar"),a=n&&n.querySelector("[aria-current=page]");if(a){const r=a.getBoundingClientRect(),b=n.getBoundingClientRect();if(r.bottom>b.bottom-48)n.scrollTop=r.top-b.top-n.clientHeight/3}})()`;

/** Texts of all inline scripts: what a Content-Security-Policy has to allow. */
export const inlineScripts: readonly string[] = [modeScript, sidebarScript];

/** CSP sources (`'sha256-…'`) of the inline scripts. */
export const inlineScriptHashes: readonly string[] = inlineScripts.map(
  (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
);
