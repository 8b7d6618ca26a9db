import { RELOAD, START_FAILURE } from './server-portal.ts';

/**
 * What the page does before the portal's script has arrived: it takes the address that it belongs to, where it is the
 * answer to a request at another, and says in a page without a screen when the script does not arrive.
 */
export const UNTIL_SCRIPT = [
  "{let a=document.documentElement.dataset.address;if(a)history.replaceState(null,'',a)}",
  "addEventListener('error',(e)=>{var d=document,r=d.getElementById('root');",
  "if(e.target.tagName!=='SCRIPT'||r.firstChild)return;",
  `var t=${JSON.stringify(START_FAILURE)}[d.documentElement.lang];`,
  "var m=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button');",
  `m.className='start-failure';m.setAttribute('role','alert');p.textContent=t;b.textContent='${RELOAD}';`,
  'b.onclick=()=>location.reload();m.append(p,b);r.replaceChildren(m)},true)',
].join('');
