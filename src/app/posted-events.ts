import * as v from 'valibot';
import type { AnyActorRef, AnyEventObject } from 'xstate';
import { CODE_OF } from '#machines/shared/identity-ways.ts';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import { EVENT_FIELD, SUBMIT_FIELD } from '#wire/server-portal.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { actorAt } from './actor-path.ts';

/** The values of a posted form: those of its event, and its fields. */
type Values = Readonly<Record<string, string>>;

type Schema = v.GenericSchema<unknown, Readonly<Record<string, unknown>>>;

const text = v.optional(v.string(), '');
const NO_VALUES = v.object({});

/** Reads fields by other names than those of the event. */
const renamed = (names: Readonly<Record<string, string>>): Schema =>
  v.pipe(
    v.object(Object.fromEntries(Object.values(names).map((field) => [field, text]))),
    v.transform((fields) =>
      Object.fromEntries(Object.entries(names).map(([name, field]) => [name, fields[field] ?? ''])),
    ),
  );

const code = v.object({ code: text });
const userId = renamed({ userId: 'username' });
const resetMethod = v.object({ method: v.picklist(['selfAuth', 'questions']) });

/** Events without values, and the fields of the others, by machine. An event that is not here is not taken from a form. */
const POSTED: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  portal: {
    'route.requested': v.object({ address: v.pipe(v.string(), v.regex(/^\/(?!\/)/)) }),
    'forgot.open': NO_VALUES,
    'load.retry': NO_VALUES,
    'overview.wanted': NO_VALUES,
    'passkey.register': NO_VALUES,
    'qr.choose': NO_VALUES,
  },
  language: { 'language.wanted': v.object({ language: v.picklist(['ko', 'en']) }) },
  'id-entry': { 'identity.submitted': userId },
  chooser: {
    'method.chosen': v.object({ method: v.picklist(Object.keys(METHOD_CODES)) }),
    'chooser.back': NO_VALUES,
    'lookup.retry': NO_VALUES,
    'license.dismissed': NO_VALUES,
  },
  password: {
    'password.submitted': v.object({ password: text }),
    'password.back': NO_VALUES,
    'method.change': NO_VALUES,
    'failure.dismissed': NO_VALUES,
  },
  emergency: { 'code.submitted': code, 'method.change': NO_VALUES, 'failure.dismissed': NO_VALUES },
  'sent-code': {
    'code.send': NO_VALUES,
    'code.submitted': code,
    'method.change': NO_VALUES,
    'delivery.dismissed': NO_VALUES,
    'failure.dismissed': NO_VALUES,
  },
  'device-code': { 'code.submitted': code, 'method.change': NO_VALUES, 'failure.dismissed': NO_VALUES },
  push: {
    'push.request': NO_VALUES,
    'push.cancel': NO_VALUES,
    'method.change': NO_VALUES,
    'failure.dismissed': NO_VALUES,
  },
  qr: { 'qr.refresh': NO_VALUES, 'qr.leave': NO_VALUES, 'failure.dismissed': NO_VALUES },
  passkey: { 'method.change': NO_VALUES, 'failure.dismissed': NO_VALUES },
  'second-factor': {
    'token.switch': v.object({ code: v.picklist(Object.values(TOKEN_CODES)) }),
    'second.back': NO_VALUES,
    'failure.dismissed': NO_VALUES,
  },
  redirect: {
    'redirect.retry': NO_VALUES,
    'redirect.continue': NO_VALUES,
    'redirect.stay': NO_VALUES,
    'account.switch': NO_VALUES,
    'overview.open': NO_VALUES,
  },
  'return-to-service': { 'departure.retry': NO_VALUES },
  'session-expiry': { 'session.leave': NO_VALUES, 'session.stay': NO_VALUES },
  'error-page': { 'notice.leave': NO_VALUES },
  authenticated: { 'authenticated.leave': NO_VALUES },
  'signed-in': { 'overview.open': NO_VALUES },
  'forgot-password': { 'id.submitted': userId, 'method.chosen': resetMethod, 'step.back': NO_VALUES },
  'url-password': {
    'id.submitted': userId,
    'method.chosen': resetMethod,
    'step.back': NO_VALUES,
    'ending.retry': NO_VALUES,
    'flow.leave': NO_VALUES,
  },
  'self-auth': {
    'way.chosen': v.object({
      way: v.pipe(
        v.string(),
        v.transform((chosen) => Object.entries(CODE_OF).find(([, code]) => code === chosen)?.[0]),
        v.string(),
      ),
    }),
    'names.submitted': v.object({ lastName: text, firstName: text, info: text }),
    'step.back': NO_VALUES,
  },
  questions: {
    'answer.submitted': renamed({ questionId: 'question', answer: 'answer' }),
    'step.back': NO_VALUES,
    'questions.retry': NO_VALUES,
  },
  'password-setup': {
    'password.submitted': renamed({ password: 'newPassword', confirmed: 'confirmPassword' }),
    'step.back': NO_VALUES,
  },
};

/** Events of forms in which the boxes of a method stand. */
const WITH_BOXES: readonly string[] = ['password.submitted', 'code.submitted', 'push.request', 'qr.refresh'];

/** An event and whom it is for. */
export type PostedEvent = { readonly actor: AnyActorRef; readonly event: AnyEventObject };

/** What the boxes of a form say, for the machines that hold them; a box that is off is not posted. */
function boxEvents({ actor, event }: PostedEvent, fields: Values): readonly PostedEvent[] {
  if (!WITH_BOXES.includes(event.type)) return [];
  const step = actor._parent;
  if (step?.id === 'second-factor') {
    return [{ actor: step, event: { type: 'default.toggled', isDefault: 'saveDefault' in fields } }];
  }
  if (!actor.getSnapshot().context.boxes) return [];
  const always = 'always' in fields;
  const boxes = { always, alwaysSend: always && 'alwaysSend' in fields };
  return [{ actor, event: { type: 'boxes.changed', boxes } }];
}

/**
 * The events of a posted form, in their order (decision 233). None when the form is of a screen that is not on any
 * more, or names an event that forms do not send.
 */
export function postedEvents(portal: AnyActorRef, form: URLSearchParams): readonly PostedEvent[] {
  const [path = '', named = ''] = (form.get(EVENT_FIELD) ?? form.get(SUBMIT_FIELD) ?? '').split(/:(.*)/s);
  const [type = '', query = ''] = named.split(/\?(.*)/s);
  const actor = actorAt(portal, path === '' ? [] : path.split('/'));
  const known = POSTED[path === '' ? 'portal' : (path.split('/').at(-1) ?? '')];
  const schema = known && Object.hasOwn(known, type) ? known[type] : undefined;
  if (!actor || !schema) return [];
  const fields = Object.fromEntries([...form, ...new URLSearchParams(query)]);
  const read = v.safeParse(schema, fields);
  if (!read.success) return [];
  const posted = { actor, event: { ...read.output, type } };
  return [...boxEvents(posted, fields), posted];
}
