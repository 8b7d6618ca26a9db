import { RELOAD, START_FAILURE } from './server-portal.ts';

/**
 * Inline script that runs before the portal's script: it sets the address of the page when the server sent it in
 * answer to another address, and shows a message in an empty page when the portal's script fails to load.
 */
export const EARLY_SCRIPT = [
  "{let a=document.documentElement.dataset.address;if(a)history.replaceState(null,'',a)}",
  "addEventListener('error',(e)=>{var d=document,r=d.getElementById('root');",
  "if(e.target.tagName!=='SCRIPT'||r.firstChild)return;",
  `var t=${JSON.stringify(START_FAILURE)}[d.documentElement.lang];`,
  "var m=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button');",
  `m.className='start-failure';m.setAttribute('role','alert');p.textContent=t;b.textContent='${RELOAD}';`,
  'b.onclick=()=>location.reload();m.append(p,b);r.replaceChildren(m)},true)',
].join('');
