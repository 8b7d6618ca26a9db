import type { AnyActorRef, AnyEventObject } from 'xstate';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { actorAt } from '#src/app/actor-path.ts';
import { choiceField, eventOf, type ReadField } from '#src/app/form-table.ts';
import type { Fields } from '#src/ui/form-event.ts';
import { EVENT_FIELD, SUBMIT_FIELD } from '#wire/server-portal.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { DEVICE_CODE_FORMS } from './device-code/device-code-proof.tsx';
import { DEVICE_SIGN_IN_FORMS } from './device-sign-in/device-sign-in.view.tsx';
import { EMERGENCY_FORMS } from './emergency/emergency-proof.tsx';
import { END_SIGN_INS_FORMS } from './end-sign-ins/end-sign-ins.view.tsx';
import { FORGOT_PASSWORD_FORMS } from './forgot-password/forgot-password.view.tsx';
import { ID_ENTRY_FORMS } from './id-entry/id-entry.view.tsx';
import { PASSWORD_FORMS } from './password/password-proof.tsx';
import { PASSWORD_SETUP_FORMS } from './password-setup/password-setup.view.tsx';
import { QUESTIONS_FORMS } from './questions/questions.view.tsx';
import { SELF_AUTH_FORMS } from './self-auth/self-auth.view.tsx';
import { SENT_CODE_FORMS } from './sent-code/sent-code-proof.tsx';
import { URL_PASSWORD_FORMS } from './url-password/url-password.view.tsx';

/** An address at this origin begins with exactly one slash. With two slashes, the name of another host follows. */
const LOCAL_ADDRESS = /^\/(?!\/)/;

/** Reads an address at this origin. */
const readLocalAddress: ReadField = ({ address }) =>
  LOCAL_ADDRESS.test(address ?? '') ? address : undefined;

/** The form table of buttons that send an event without values. */
const buttons = (...types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));

/** The events of the forms and buttons of each machine. A posted event that is not in this table is ignored. */
const FORM_TABLES: Readonly<Record<string, object>> = {
  portal: {
    'route.requested': { address: readLocalAddress },
    ...buttons(
      'forgot.open',
      'load.retry',
      'overview.request',
      'passkey.register',
      'qr.choose',
      'request.decline',
    ),
  },
  language: { 'language.request': { language: choiceField('language', ['ko', 'en']) } },
  'id-entry': ID_ENTRY_FORMS,
  chooser: {
    'method.chosen': { method: choiceField('method', Object.keys(METHOD_CODES) as Method[]) },
    ...buttons('chooser.back', 'lookup.retry', 'license.dismissed'),
  },
  password: { ...PASSWORD_FORMS, ...buttons('password.back', 'method.change', 'failure.dismissed') },
  emergency: { ...EMERGENCY_FORMS, ...buttons('method.change', 'failure.dismissed') },
  'sent-code': {
    ...SENT_CODE_FORMS,
    ...buttons('code.send', 'method.change', 'delivery.dismissed', 'failure.dismissed'),
  },
  'device-code': { ...DEVICE_CODE_FORMS, ...buttons('method.change', 'failure.dismissed') },
  push: buttons('push.request', 'push.cancel', 'method.change', 'failure.dismissed'),
  qr: buttons('qr.refresh', 'qr.leave', 'failure.dismissed'),
  passkey: buttons('method.change', 'failure.dismissed'),
  'second-factor': {
    'token.switch': { code: choiceField('code', Object.values(TYPE_CODES)) },
    ...buttons('second.back', 'failure.dismissed'),
  },
  'end-sign-ins': { ...END_SIGN_INS_FORMS, ...buttons('ends.back', 'failure.dismissed') },
  'device-sign-in': {
    ...DEVICE_SIGN_IN_FORMS,
    ...buttons('device.allow', 'device.decline', 'device.restart'),
  },
  redirect: buttons(
    'redirect.retry',
    'redirect.continue',
    'redirect.stay',
    'account.switch',
    'overview.open',
  ),
  'return-to-service': buttons('return.retry', 'request.resume'),
  'session-expiry': buttons('session.leave', 'session.stay'),
  'error-page': buttons('notice.leave'),
  authenticated: buttons('authenticated.leave'),
  'signed-in': buttons('overview.open'),
  'forgot-password': { ...FORGOT_PASSWORD_FORMS, ...buttons('step.back') },
  'url-password': { ...URL_PASSWORD_FORMS, ...buttons('step.back', 'ending.retry', 'flow.leave') },
  'self-auth': { ...SELF_AUTH_FORMS, ...buttons('step.back') },
  questions: { ...QUESTIONS_FORMS, ...buttons('step.back', 'questions.retry') },
  'password-setup': { ...PASSWORD_SETUP_FORMS, ...buttons('step.back') },
};

/** The events of forms that contain the check boxes of a method. */
const EVENTS_WITH_BOXES: readonly string[] = [
  'password.submitted',
  'code.submitted',
  'push.request',
  'qr.refresh',
];

/** An event of a posted form, and the actor that receives it. */
export type PostedEvent = { readonly actor: AnyActorRef; readonly event: AnyEventObject };

/** The events that send the check boxes of a posted form to the machine. A browser does not post unchecked boxes. */
function boxEvents({ actor, event }: PostedEvent, fields: Fields): readonly PostedEvent[] {
  if (!EVENTS_WITH_BOXES.includes(event.type)) return [];
  const parent = actor._parent;
  if (parent?.id === 'second-factor') {
    return [
      { actor: parent, event: { type: 'default.toggled', isDefault: 'saveDefault' in fields } },
      { actor: parent, event: { type: 'remember.toggled', remembers: 'rememberBrowser' in fields } },
    ];
  }
  if (!actor.getSnapshot().context.boxes) return [];
  const always = 'always' in fields;
  const boxes = { always, alwaysSend: always && 'alwaysSend' in fields };
  return [{ actor, event: { type: 'boxes.changed', boxes } }];
}

/**
 * The events of a posted form, in the order in which they must be sent (rule 233). Empty if the actor of the form no
 * longer runs, or if the form contains an event that no form sends.
 */
export function postedEvents(portal: AnyActorRef, form: URLSearchParams): readonly PostedEvent[] {
  // The posted value has the form `path:type?query` (`postedValue` in `src/app/form-events.ts`).
  const [path = '', eventText = ''] = (form.get(EVENT_FIELD) ?? form.get(SUBMIT_FIELD) ?? '').split(/:(.*)/s);
  const [type = '', query = ''] = eventText.split(/\?(.*)/s);
  const actor = actorAt(portal, path === '' ? [] : path.split('/'));
  const name = path === '' ? 'portal' : (path.split('/').at(-1) ?? '');
  const forms = Object.hasOwn(FORM_TABLES, name) ? FORM_TABLES[name] : undefined;
  if (!actor || !forms) return [];
  const fields = Object.fromEntries([...form, ...new URLSearchParams(query)]);
  const event = eventOf(forms, type, fields);
  if (!event) return [];
  const postedEvent = { actor, event };
  return [...boxEvents(postedEvent, fields), postedEvent];
}
