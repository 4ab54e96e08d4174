/** Hands the answer of a sign-in to the page that waits for it, and closes its window. */
const answer = new URLSearchParams(location.search);
const channel = new BroadcastChannel('docent-oauth');
channel.postMessage({
  state: answer.get('state') ?? '',
  code: answer.get('code') ?? '',
  error: answer.get('error_description') ?? answer.get('error') ?? '',
});
// The code has served its purpose: it does not stay in the address.
history.replaceState(null, '', location.pathname);
window.close();
