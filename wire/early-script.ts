import { RELOAD_LABEL, START_FAILURE } from './server-portal.ts';

/**
 * Inline script that runs before the portal's script. When the server has sent this page in answer to the address of
 * another page, the script sets the address (`data-address`). When the portal's script cannot be loaded and the page is
 * empty, it shows a message. The names are short because every page contains the script.
 */
export const EARLY_SCRIPT = [
  "{let a=document.documentElement.dataset.address;if(a)history.replaceState(null,'',a)}",
  "addEventListener('error',(e)=>{var d=document,r=d.getElementById('root');",
  "if(e.target.tagName!=='SCRIPT'||r.firstChild)return;",
  `var t=${JSON.stringify(START_FAILURE)}[d.documentElement.lang];`,
  "var m=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button');",
  `m.className='start-failure';m.setAttribute('role','alert');p.textContent=t;b.textContent='${RELOAD_LABEL}';`,
  'b.onclick=()=>location.reload();m.append(p,b);r.replaceChildren(m)},true)',
].join('');
