import { createHash } from 'node:crypto';

/** Where the document of the frame is, below the address of the dashboard. */
export const frameName = 'preview-frame';

/**
 * Shows what the dashboard sends: a document whose scripts, links to files and frames are left out. The dashboard
 * receives the address of a link instead of the browser following it, unless it leads to another part of the page.
 */
const script = `(()=>{
let at;
addEventListener("message",({source,data})=>{
if(source!==parent||!data||typeof data.html!=="string")return;
const next=new DOMParser().parseFromString(data.html,"text/html");
for(const one of next.querySelectorAll("script,link,base,meta[http-equiv],iframe,frame,object,embed"))one.remove();
const side=()=>document.querySelector(".sidebar");
const [x,y,z]=[scrollX,scrollY,side()?.scrollTop??0];
document.documentElement.replaceWith(document.adoptNode(next.documentElement));
const {dataset:s,classList:c}=document.documentElement;
const own=/^(light|dark)$/.test(s.default)?s.default:data.system;
const mode="strict" in s?own:data.mode||own;
s.mode=mode;
c.remove("light","dark");
c.add("js",mode==="dark"?"dark":"light");
const isSame=at===data.page;
at=data.page;
scrollTo({left:isSame?x:0,top:isSame?y:0,behavior:"instant"});
const bar=side();
if(bar)bar.scrollTop=z;
});
const follow=(event)=>{
const link=event.target instanceof Element?event.target.closest("a,area"):null;
const href=link&&(link.getAttribute("href")??link.getAttribute("xlink:href"));
if(href==null||/^#/.test(href)&&event.type==="click")return;
event.preventDefault();
if(event.type==="click")parent.postMessage({href},"*");
};
addEventListener("click",follow,true);
addEventListener("auxclick",follow,true);
addEventListener("submit",(event)=>event.preventDefault(),true);
parent.postMessage({},"*");
})()`;

const document = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Preview</title>
<script>${script}</script>
</head>
<body></body>
</html>
`;

/**
 * The document itself. It has an origin of its own even when it is opened alone, runs no script but its own, and loads
 * nothing: what it shows is sent to it whole.
 */
export function answerFrame(isHead: boolean): Response {
  const hash = createHash('sha256').update(script).digest('base64');
  return new Response(isHead ? null : document, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'sha256-${hash}'`,
        "style-src 'unsafe-inline'",
        'img-src data:',
        'font-src data:',
        'media-src data:',
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        'sandbox allow-scripts',
      ].join('; '),
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-robots-tag': 'noindex',
    },
  });
}
