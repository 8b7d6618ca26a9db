import { type Boxes, NO_BOXES } from '#machines/shared/boxes.ts';
import type { LoginParameters, MethodInput } from '#machines/shared/login.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { hasOtherMethods } from './policy-rules.ts';
import type { PortalContext } from './portal.types.ts';
import { clientIdOf } from './session-rules.ts';

/** The environment of the portal: inside the app or in a browser (rules 71 and 97). */
const modeOf = ({ session, config }: PortalContext): 'app' | 'web' =>
  session.request.appName.toLowerCase() === config.appName.toLowerCase() ? 'app' : 'web';

/** Whether the portal runs inside the app, where the methods of the app are hidden (spec section 4). */
export const isInsideApp = (context: PortalContext): boolean => modeOf(context) === 'app';

/** The check boxes of a method. For the default method, they have the values with which it was saved (rule 61). */
function fixedBoxes({ policy }: PortalContext, tokenCode: TypeCode): Boxes {
  const fixedToken = policy?.fixedToken;
  return fixedToken?.tokenCode === tokenCode ? { always: true, alwaysSend: fixedToken.alwaysSend } : NO_BOXES;
}

const commonParameters = (context: PortalContext) => {
  const { session, config, policy } = context;
  return {
    clientId: clientIdOf(session, config),
    type: session.request.type,
    mode: modeOf(context),
    policyId: policy?.policyId ?? '',
    redirect: session.request.redirectUrl,
  };
};

/** Parameters of a login call of the first step, without the method proof. */
const firstStepParameters = (context: PortalContext, tokenCode: TypeCode): LoginParameters => ({
  ...commonParameters(context),
  step: context.policy?.secondAuth ? 'first' : 'only',
  accessToken: context.session.person.accessToken,
  firstFixed: '',
  fixed: fixedBoxes(context, tokenCode),
});

/** Parameters of a login call of the second step, without the method proof. */
export const secondStepParameters = (context: PortalContext): LoginParameters => ({
  ...commonParameters(context),
  step: 'second',
  accessToken: context.session.person.secondToken,
  firstFixed: context.session.person.firstFixed,
  fixed: NO_BOXES,
});

/** Input of every method of the first step. `hasBoxes` is true for a screen with check boxes. */
export const methodInput = (
  context: PortalContext,
  tokenCode: TypeCode,
  { hasBoxes }: { readonly hasBoxes: boolean },
): MethodInput => ({
  userId: context.session.person.userId,
  login: firstStepParameters(context, tokenCode),
  boxes: hasBoxes ? fixedBoxes(context, tokenCode) : null,
  hasOtherMethods: hasOtherMethods(context),
});

/** The mobile app that scans QR codes, and the values that a QR code of this portal contains. */
export const qrAppOf = ({ session, config, origin }: PortalContext) => ({
  phoneApp: config.phoneApp,
  appScheme: config.appScheme,
  origin,
  name: session.request.appName,
});
