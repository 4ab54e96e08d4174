/**
 * Sets the mode before first paint, and leaves room for an open conversation; settings are in attributes, so that the
 * text never changes.
 */
export const modeScript = `(()=>{const d=document.documentElement,s=d.dataset;let m=null;if(!("strict"in s))try{m=localStorage.getItem("docent-mode")}catch{}if(m!=="light"&&m!=="dark"){m=s.default;if(m!=="light"&&m!=="dark")m=matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light"}s.mode=m;d.classList.remove(m==="dark"?"light":"dark");d.classList.add("js",m);try{sessionStorage.getItem("docent-assistant-open")==="1"&&d.classList.add("assistant-open")}catch{}if(s.banner)try{if(localStorage.getItem("docent-banner")===s.banner)d.classList.add("banner-off")}catch{}})()`;

/**
 * Before first paint: opens what the reader had opened in this branch, puts the list where it was, and
 * brings the current row into view when it is not. `client/sidebar.ts` remembers the state.
 *
 * A page that was prepared ahead of a click has a copy of that state from the moment before. What the
 * reader scrolled since is applied after its first paint: reading the session then waits for the
 * browser, which is busy showing the page.
 */
export const sidebarScript = `(()=>{const n=document.querySelector(".dc-sidebar");let t;const f=()=>{try{const k=sessionStorage.getItem("docent-sidebar");if(k===t)return;t=k;const s=JSON.parse(k||"null");if(s&&s.branch===n.dataset.branch){const d=n.querySelectorAll("details.nav-fold");for(const i of s.open)if(d[i]){d[i].open=true;d[i].dataset.kept=""}n.scrollTop=s.top}}catch{}const a=n.querySelector("[aria-current=page]");if(a){const r=a.getBoundingClientRect(),b=n.getBoundingClientRect();if(r.bottom>b.bottom-48||r.top<b.top)n.scrollTop+=r.top-b.top-n.clientHeight/3}};f();if(document.prerendering)document.addEventListener("prerenderingchange",()=>requestAnimationFrame(()=>setTimeout(f)))})()`;

/**
 * Behind a part of the document that is another one in the page's other branches (`in-branch.tsx`): shows the one that
 * has most containers in common with what the reader came from, the first one otherwise. Before the script are an empty
 * template, the part in the first branch, and a template for each other branch.
 */
export const branchScript = `(()=>{const s=document.currentScript,a=[],o=[];let e=s,c=[],m=-1,w;do{e=e.previousElementSibling;(e.matches("template[data-branch]")?a:o).push(e)}while(!e.matches(".dc-branches"));try{c=JSON.parse(sessionStorage.getItem("docent-sidebar")).to.split(" ")}catch{}for(const t of a.reverse()){const k=t.dataset.branch.split(" ");let i=0;while(i<c.length&&k[i]===c[i])i++;if(i>m){m=i;w=t}}if(w!==e){for(const x of o)x.remove();e.after(w.content)}for(const t of a)t.remove();s.remove()})()`;

/** Behind the notice of a version that ends: once its day has come, shows the one that says so. */
export const endScript = `(()=>{const t=document.currentScript.previousElementSibling,n=t.previousElementSibling;if(Date.now()>=t.dataset.ends){if(n&&n.matches(".version-notice"))n.remove();t.replaceWith(t.content)}})()`;

/** Used by `docent dev`: removes its notice if the author has dismissed the same problems. */
export const dismissedScript = `(()=>{const n=document.currentScript.parentElement;try{if((localStorage.getItem("docent-dismissed")||"").split(" ").includes(n.dataset.problems))n.hidden=true}catch{}})()`;

/** Texts of all inline scripts: what a Content-Security-Policy has to allow. */
export const inlineScripts: readonly string[] = [
  modeScript,
  sidebarScript,
  branchScript,
  endScript,
];
