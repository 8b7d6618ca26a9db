import { setup } from 'xstate';
import type { ResetConditions } from '#machines/forgot-password/forgot-password.setup.ts';
import { port, source } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';
import { BACKGROUND_FLOWS, FIRST_FLOWS, LAZY_FLOWS, type LazyFlow } from './flows.ts';
import type {
  ExistingLogin,
  PolicyAnswer,
  PortalContext,
  PortalEvent,
  PortalInput,
  PortalMeta,
  TabMessage,
} from './portal.types.ts';

/** Base of the portal machine: context, flows and ports. Guards and actions are in `rules/`. */
export const portalBase = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    meta: {} as PortalMeta,
    tags: {} as 'busy' | 'unloaded',
  },
  actors: {
    ...FIRST_FLOWS,
    ...LAZY_FLOWS,
    ...BACKGROUND_FLOWS,
    /** Hears of logins in other tabs, and tells them of the one in this tab. */
    tabs: source<TabMessage>('portal.tabs'),
    /** Fetches the chunk of a flow and puts its machine and view in place. */
    load: port<void, { flow: LazyFlow }>('portal.load'),
    checkPolicy: port<PolicyAnswer, { userId: string; clientId: string }>('portal.checkPolicy'),
    /** The public IP address of the device, or an empty string (decision 10). */
    lookUpIp: port<string>('portal.lookUpIp'),
    /** The existing login of this browser, for people who may have come back from a service; null without one. */
    lookUpLogin: port<ExistingLogin | null, { isWanted: boolean }>('portal.lookUpLogin'),
    /** Whether a password may be reset here (decision 118). */
    fetchResetConditions: port<Result<ResetConditions>, { userId: string; clientId: string }>(
      'portal.fetchResetConditions',
    ),
  },
});
