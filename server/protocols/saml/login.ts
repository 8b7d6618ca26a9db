import { STATUS, type Status } from '#server/config/saml/names.ts';
import type { CompletedLogin } from '#server/login/engine.ts';
import { contextClass } from './context.ts';
import { type Engine, envelopeFor, newMessageId, providerNamed, urlOf } from './engine.ts';
import { readAuthnRequest } from './messages/authn-request.ts';
import type { RawMessage } from './messages/binding.ts';
import { CLOCK_SKEW_MS, MESSAGE_VALID_MS, receive } from './messages/received.ts';
import { refusedResponseXml, responseXml } from './messages/write.ts';
import { attributesOf, nameIdFormat, nameIdValue } from './name-ids.ts';
import { SamlRefusal } from './refusal.ts';
import { authRequestOf } from './requests.ts';
import type { PendingLogin, StoredRequest } from './store.ts';
import { signElement } from './xml/signature.ts';

/** How long a request may wait for its person, in milliseconds. */
const REQUEST_VALID_MS = 60 * 60_000;

/** A form with a response, which the browser posts to the service. */
export type ResponseForm = {
  readonly serviceId: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** The next step of a request: a response to the service, or the portal's page. */
export type LoginStep =
  | { readonly kind: 'posted'; readonly responseForm: ResponseForm }
  | { readonly kind: 'portal'; readonly id: string };

const requestEndedError = () =>
  new SamlRefusal('request_ended', 'The request is unknown, finished or expired.');

/**
 * Accepts an AuthnRequest, stores it until the person has signed in, and returns its id.
 * @throws SamlRefusal when it may not be acted on.
 */
export async function beginLogin(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const message = receive(rawMessage, {
    message: 'AuthnRequest',
    destination: urlOf(engine, 'sso'),
    providers: engine.providers,
    needsSignature: ({ metadata, requireSignedRequests }) => metadata.signsRequests || requireSignedRequests,
    now: engine.now(),
  });
  const { provider } = message;
  const request = readAuthnRequest(message);
  const { entityId } = provider.metadata;
  if (!(await engine.store.recordMessage(entityId, request.id, MESSAGE_VALID_MS + 2 * CLOCK_SKEW_MS))) {
    throw new SamlRefusal('replayed_message', 'A message with this ID was received before.', provider);
  }
  const { serviceId } = provider;
  const { relayState } = rawMessage;
  const startedAt = engine.now();
  return engine.store.add({ kind: 'login', serviceId, request, relayState, startedAt }, REQUEST_VALID_MS);
}

function responseFormOf({ request }: StoredRequest<PendingLogin>, signedXml: string): ResponseForm {
  const { serviceId, relayState } = request;
  const fields = {
    SAMLResponse: Buffer.from(signedXml).toString('base64'),
    ...(relayState !== '' && { RelayState: relayState }),
  };
  return { serviceId, action: request.request.consumerUrl, fields };
}

/** A form to post, with the account whose login it reports; null for a refusal. */
type AnswerForm = { readonly form: ResponseForm; readonly userId: string | null };

/** The browser that an answer belongs to. */
type Requester = { readonly browser: string; readonly cookieHeader: string };

/**
 * The form that answered a request of this browser a moment ago, in case the browser has not received the form.
 * @throws SamlRefusal when there is none, or the person has signed out since.
 */
async function repeatedAnswer(
  { store, portal }: Engine,
  id: string,
  { browser, cookieHeader }: Requester,
): Promise<LoginStep> {
  const storedRequest = await store.answerTo(id, browser);
  if (storedRequest === null) throw requestEndedError();
  const { form, userId } = JSON.parse(storedRequest) as AnswerForm;
  if (userId !== null && (await portal.signedInUser(cookieHeader)) !== userId) throw requestEndedError();
  return { kind: 'posted', responseForm: form };
}

/** Side effects of an answer: one inside its transaction, and one after the commit. */
type SideEffects = { readonly inTransaction: () => Promise<void>; readonly afterCommit: () => void };

const NO_SIDE_EFFECTS: SideEffects = { inTransaction: async () => undefined, afterCommit: () => undefined };

/**
 * Ends a request with a form, in one transaction with the side effects. Of two concurrent calls one ends it, and both
 * return its form.
 * @throws SamlRefusal when the request has ended or expired.
 */
async function endRequest(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  requester: Requester,
  answer: AnswerForm,
  { inTransaction, afterCommit }: SideEffects = NO_SIDE_EFFECTS,
): Promise<LoginStep> {
  const isEnded = await engine.store.transaction(async () => {
    if (!(await engine.store.end(storedRequest, requester.browser, JSON.stringify(answer)))) return false;
    await inTransaction();
    return true;
  });
  if (!isEnded) return repeatedAnswer(engine, storedRequest.id, requester);
  afterCommit();
  return { kind: 'posted', responseForm: answer.form };
}

async function answerRefusal(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  requester: Requester,
  first: Status,
  second: Status,
): Promise<LoginStep> {
  const { id, consumerUrl } = storedRequest.request.request;
  const envelope = envelopeFor(engine, id, consumerUrl);
  const xml = signElement(refusedResponseXml(envelope, first, second), envelope.id, engine.key);
  return endRequest(engine, storedRequest, requester, {
    form: responseFormOf(storedRequest, xml),
    userId: null,
  });
}

async function assertLogin(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  login: CompletedLogin,
  requester: Requester,
): Promise<LoginStep> {
  const { request, serviceId } = storedRequest.request;
  const { metadata, groups } = providerNamed(engine, serviceId);
  const claims = await engine.portal.claims(login.userId, serviceId);
  if (!claims) throw requestEndedError();
  const format = nameIdFormat(request.nameIdFormat, metadata);
  const value =
    format && nameIdValue(format, claims, metadata.entityId, await engine.store.secret('persistent-names'));
  if (!format || !value)
    return answerRefusal(engine, storedRequest, requester, STATUS.requester, STATUS.invalidNameIdPolicy);
  if (request.subject !== '' && request.subject !== login.userId && request.subject !== value) {
    return answerRefusal(engine, storedRequest, requester, STATUS.responder, STATUS.unknownPrincipal);
  }
  const classReference = contextClass(login, request.requestedContext);
  if (!classReference)
    return answerRefusal(engine, storedRequest, requester, STATUS.responder, STATUS.noAuthnContext);

  const envelope = envelopeFor(engine, request.id, request.consumerUrl);
  const nameId = { format, value };
  const sessionIndex = newMessageId();
  const sessionEndsAt = login.signedInAt + engine.config.session.absoluteMinutes * 60_000;
  const assertionId = newMessageId();
  const xml = responseXml(envelope, {
    id: assertionId,
    audience: metadata.entityId,
    nameId,
    sessionIndex,
    login,
    contextClass: classReference,
    sessionEndsAt,
    attributes: attributesOf(claims, groups?.claim),
  });
  const signedXml = signElement(signElement(xml, assertionId, engine.key), envelope.id, engine.key);
  const { userId } = login;
  const session = { sessionIndex, serviceId, userId, nameId };
  return endRequest(
    engine,
    storedRequest,
    requester,
    { form: responseFormOf(storedRequest, signedXml), userId },
    {
      inTransaction: () => engine.store.addParticipant(requester.browser, session, sessionEndsAt),
      afterCommit: () => engine.portal.auditServiceEntry(userId, serviceId),
    },
  );
}

/**
 * Continues a request that has just arrived in a browser. A passive request is answered immediately, and so is a
 * request for an unsupported name ID format.
 * @throws SamlRefusal when the request has ended or expired, or belongs to another browser.
 */
export async function continueRequest(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
): Promise<LoginStep> {
  const requester = { browser, cookieHeader };
  const storedRequest = await engine.store.login(id);
  if (!storedRequest) return repeatedAnswer(engine, id, requester);
  if (!(await engine.store.bind(id, browser))) throw requestEndedError();
  const { request, serviceId } = storedRequest.request;
  if (nameIdFormat(request.nameIdFormat, providerNamed(engine, serviceId).metadata) === null) {
    return answerRefusal(engine, storedRequest, requester, STATUS.requester, STATUS.invalidNameIdPolicy);
  }
  return request.isPassive ? resume(engine, id, browser, cookieHeader, true) : { kind: 'portal', id };
}

/**
 * Answers a request from the portal session of the browser that began it: when the person continues without a new
 * proof (rule 40), or when the account that answered it is still signed in. A request that the session does not
 * satisfy is shown on the redirect page again; a passive one is answered with NoPassive, and one that the person has
 * declined with AuthnFailed (SAML Core, 3.2.2.2).
 * @throws SamlRefusal when the request has ended or expired, or belongs to another browser.
 */
export async function resume(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
  mayAnswer: boolean,
): Promise<LoginStep> {
  const requester = { browser, cookieHeader };
  const storedRequest = await engine.store.login(id);
  if (!storedRequest) return repeatedAnswer(engine, id, requester);
  if (!(await engine.store.isBoundTo(id, browser))) throw requestEndedError();
  if (storedRequest.request.isDeclined) {
    return answerRefusal(engine, storedRequest, requester, STATUS.responder, STATUS.authnFailed);
  }
  const { isPassive } = storedRequest.request.request;
  const login = await engine.portal.satisfyingLogin(
    cookieHeader,
    authRequestOf(storedRequest, engine.config.publicUrl),
  );
  if (login && (mayAnswer || login.userId === storedRequest.answeredBy)) {
    return assertLogin(engine, storedRequest, login, requester);
  }
  if (isPassive) return answerRefusal(engine, storedRequest, requester, STATUS.responder, STATUS.noPassive);
  return { kind: 'portal', id };
}
