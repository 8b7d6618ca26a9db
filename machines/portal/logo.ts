import { countVisible } from '#machines/chooser/visible.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import type { PortalContext } from './portal.types.ts';
import { requestTypeOf } from './session-rules.ts';

/** The values that decide to which address the logo links (spec section 2, "Logo"; rules 32 to 35). */
export type LogoValues = {
  readonly type: FlowType;
  /** Methods that the policy shows; 0 without a policy. */
  readonly methodCount: number;
  /** Path of the page with the logo. */
  readonly path: string;
  /** Whether the person signs in with a temporary code. */
  readonly isEmergency: boolean;
  /** Type code of the default method; empty when the person has no default method. */
  readonly defaultMethod: string;
  /** Whether an administrator signs in for the first time. */
  readonly isFirstLogin: boolean;
};

/** A path that the specification excludes from the link to the temporary code. */
const EMAIL_PATH = '/email';

/** The address to which the logo links, in the order of spec section 2. */
export function logoTarget({
  type,
  methodCount,
  path,
  isEmergency,
  defaultMethod,
  isFirstLogin,
}: LogoValues): string {
  if (type === 'oidc' || methodCount <= 1) return '/';
  if (isEmergency && path !== EMAIL_PATH) return `/${type}/emergency`;
  if (type === 'user' && defaultMethod !== '' && !isFirstLogin) return `/user/${defaultMethod}`;
  return `/${type}`;
}

/** The values of a portal whose page has the given path. */
export const logoValues = ({ session, policy }: PortalContext, path: string): LogoValues => ({
  type: requestTypeOf(session),
  methodCount: policy ? countVisible(policy) : 0,
  path,
  isEmergency: session.person.emergency,
  defaultMethod: session.person.defaultMethod,
  isFirstLogin: session.person.first,
});
