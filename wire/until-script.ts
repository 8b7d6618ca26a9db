import { LANGUAGE_HEADER, POLICY_CHECK, RUNTIME_CONFIG_ELEMENT } from './names.ts';
import { EARLY, PRESSED, RELOAD, START_FAILURE } from './server-portal.ts';

/**
 * What the page does before the portal's script has arrived: it takes the address that it belongs to, where it is the
 * answer to a request at another; it notes what is pressed, for the portal to press it
 * once more, unless the ID that was sent is changed then; it asks for the policy of an ID that is sent, for the portal
 * to find the answer under way; and says so when the script does not arrive: at the field where there is one, else in
 * its place.
 */
export const UNTIL_SCRIPT = [
  `var ${PRESSED};{let a=document.documentElement.dataset.address;if(a)history.replaceState(null,'',a)}`,
  `addEventListener('click',(e)=>{${PRESSED}=e.target.closest('button,[type=radio]')},true);`,
  `addEventListener('input',()=>{if(${PRESSED}?.type==='submit')${PRESSED}=null});`,
  `var ${EARLY}={};addEventListener('submit',({target:{elements:{username}}})=>{`,
  'var d=document,p=d.documentElement.lang,',
  `k=JSON.parse(d.getElementById('${RUNTIME_CONFIG_ELEMENT}').textContent).known,u=username?.value.trim(),`,
  'b=u&&k&&JSON.stringify({userId:u,clientId:k.client.clientId});',
  `if(!b||${EARLY}.over||b===${EARLY}.body)return;`,
  `(${EARLY}={language:p,body:b,answer:fetch('${POLICY_CHECK}',{method:'POST',credentials:'include',body:b,`,
  `headers:{Accept:'application/json','Content-Type':'application/json','${LANGUAGE_HEADER}':p}})}).answer.catch(()=>{})});`,
  "addEventListener('error',(e)=>{if(e.target.tagName!=='SCRIPT')return;",
  `var d=document,t=${JSON.stringify(START_FAILURE)}[d.documentElement.lang],a=d.querySelector('[role=alert]');`,
  'if(a){a.textContent=t;return}',
  "var m=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button');",
  `m.className='start-failure';m.setAttribute('role','alert');p.textContent=t;b.textContent='${RELOAD}';`,
  "b.onclick=()=>location.reload();m.append(p,b);d.getElementById('root').replaceChildren(m)},true)",
].join('');
