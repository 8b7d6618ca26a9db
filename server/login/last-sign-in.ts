import type { Session } from '#server/storage/sessions/sessions.ts';
import type { LastSignIn } from '#wire/last-sign-in.ts';
import type { AccountStores, SessionStores, Settings } from './portal.ts';
import { addressRange } from './security-notices/address-range.ts';

/**
 * The sign-in before the present one, as it is shown to the person (rule 229); null when no earlier sign-in is shown.
 * @param screen the screen that shows the earlier sign-in: the overview, or the page before the return to the service
 */
export async function lastSignIn(
  { config, sessions, signIns }: Settings & AccountStores & SessionStores,
  session: Session,
  userId: string,
  screen: 'overview' | 'return',
): Promise<LastSignIn | null> {
  const setting = config.session.lastSignIn;
  if (setting === 'off' || (setting === 'overview' && screen === 'return')) return null;
  const login = await sessions.findLogin(session);
  const earlierSignIn = await signIns.findLastExcept(userId, login?.userId === userId ? login.at : null);
  if (!earlierSignIn) return null;
  const { address, ...otherFields } = earlierSignIn;
  return { ...otherFields, addressRange: addressRange(address) };
}
