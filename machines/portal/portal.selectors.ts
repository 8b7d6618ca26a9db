import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { noticeTitleKey } from '#machines/shared/notice.ts';
import type { StoredPolicy } from '#machines/shared/policy.ts';
import { routeCode, TYPE_CODES } from '#wire/type-codes.ts';
import { SCREEN_FLOWS, type ScreenFlow } from './flows.ts';
import type { PortalMachine } from './portal.machine.ts';
import type { PortalMeta } from './portal.types.ts';
import { clientIdOf } from './session-rules.ts';

export type PortalSnapshot = SnapshotFrom<PortalMachine>;
export type PortalRef = ActorRefFrom<PortalMachine>;

/** The merged metadata of the active state and its ancestors. The value of an inner state takes precedence. */
function metaOf(snapshot: PortalSnapshot): PortalMeta {
  const byDepth = Object.entries(snapshot.getMeta()).sort(([a], [b]) => a.length - b.length);
  return Object.assign({}, ...byDepth.map(([, meta]) => meta ?? {}));
}

/** The address of the screen, or null when the state leaves the address as it is. */
export function addressOf(snapshot: PortalSnapshot): string | null {
  const { path, keepsAddress = false } = metaOf(snapshot);
  if (path === undefined || keepsAddress) return null;
  const { route, errorReason, method } = snapshot.context;
  return path
    .replace('{code}', () => routeCode(method ?? TYPE_CODES.password))
    .replace('{address}', () => ('address' in route ? route.address : ''))
    .replace('{step}', () => (route.screen === 'management' ? route.step : ''))
    .replace('{type}', () =>
      route.screen === 'management' && route.code !== null ? `?type=${routeCode(route.code)}` : '',
    )
    .replace('{reason}', () => (errorReason === '' ? '' : `?reason=${encodeURIComponent(errorReason)}`));
}

/** Message key of the document title (rule 36). */
export const titleKeyOf = (snapshot: PortalSnapshot): string =>
  (metaOf(snapshot).title ?? 'title.portal')
    .replace('{code}', () => snapshot.context.method ?? '')
    .replace('{reason}', () => noticeTitleKey(snapshot.context.errorReason))
    .replace('{result}', () => resultOf(snapshot) ?? '');

const resultOf = ({ context: { route } }: PortalSnapshot) =>
  route.screen === 'result' ? route.result : null;

/** Whether the address of the next screen replaces the current address in the history (transient state). */
export const isTransient = (snapshot: PortalSnapshot): boolean => metaOf(snapshot).isTransient === true;

/** Whether the address of the current screen replaces the previous address in the history. */
export const replacesEntry = (snapshot: PortalSnapshot): boolean => metaOf(snapshot).replacesEntry === true;

/** The policy that localStorage stores (rule 15); null when there is no policy, or no person to whom it applies. */
export function policyToStore({ context }: PortalSnapshot): StoredPolicy | null {
  const { policy, session, config } = context;
  if (!policy || session.person.userId === '') return null;
  return { userId: session.person.userId, clientId: clientIdOf(session, config), policy };
}

/** The flow whose screen is shown; null while the portal itself is waiting. */
export const screenFlowOf = (snapshot: PortalSnapshot): ScreenFlow | null =>
  SCREEN_FLOWS.find((flow) => snapshot.children[flow] !== undefined) ?? null;
