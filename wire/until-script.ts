import { PRESSED, RELOAD, START_FAILURE } from './first-screen.ts';

/**
 * What the page does before the portal's script has arrived: it notes what is pressed, for the portal to press it
 * once more, and says so when the script does not arrive: at the field where there is one, else in its place.
 */
export const UNTIL_SCRIPT = [
  `var ${PRESSED};`,
  `addEventListener('click',(e)=>{${PRESSED}=e.target.closest('button,[type=radio]')},true);`,
  "addEventListener('error',(e)=>{if(e.target.tagName!=='SCRIPT')return;",
  `var d=document,t=${JSON.stringify(START_FAILURE)}[d.documentElement.lang],a=d.querySelector('[role=alert]');`,
  'if(a){a.textContent=t;return}',
  "var m=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button');",
  `m.className='start-failure';m.setAttribute('role','alert');p.textContent=t;b.textContent='${RELOAD}';`,
  "b.onclick=()=>location.reload();m.append(p,b);d.getElementById('root').replaceChildren(m)},true)",
].join('');
