import { STATUS, type Status } from '#server/config/saml/names.ts';
import type { CompletedLogin } from '#server/login/engine.ts';
import { contextClass } from './context.ts';
import { type Engine, envelopeFor, newMessageId, providerWithId, urlOf } from './engine.ts';
import { readAuthnRequest } from './messages/authn-request.ts';
import type { RawMessage } from './messages/binding.ts';
import { CLOCK_SKEW_MS, MESSAGE_VALID_MS, receiveMessage } from './messages/received.ts';
import { errorResponseXml, responseXml } from './messages/write.ts';
import { attributesOf, nameIdFormat, nameIdValue } from './name-ids.ts';
import { SamlRefusal } from './refusal.ts';
import { authRequestOf } from './requests.ts';
import type { PendingLogin, StoredRequest } from './store.ts';
import { signElement } from './xml/signature.ts';

/** How long a request may be pending, in milliseconds. */
const REQUEST_VALID_MS = 60 * 60_000;

/** A form with a response, which the browser posts to the service. */
export type ResponseForm = {
  readonly serviceId: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** The next step of a request: the browser posts a response to the service, or opens the page of the portal. */
export type LoginStep =
  | { readonly kind: 'posted'; readonly responseForm: ResponseForm }
  | { readonly kind: 'portal'; readonly id: string };

const requestEndedError = () =>
  new SamlRefusal('request_ended', 'The request is unknown, finished or expired.');

/**
 * Accepts an AuthnRequest, and stores it until the person has signed in.
 * @returns the id under which the request is stored
 * @throws SamlRefusal when the request is not accepted
 */
export async function beginLogin(engine: Engine, rawMessage: RawMessage): Promise<string> {
  const message = receiveMessage(rawMessage, {
    message: 'AuthnRequest',
    destination: urlOf(engine, 'sso'),
    providers: engine.providers,
    requiresSignature: ({ metadata, requireSignedRequests }) =>
      metadata.signsRequests || requireSignedRequests,
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

/** The form with which a request was answered. */
type AnswerForm = {
  readonly form: ResponseForm;
  /** The user whose login the response asserts; null when the response reports an error. */
  readonly userId: string | null;
};

/** The browser that has sent a request: the secret of its cookie, and its Cookie header. */
type Requester = { readonly browser: string; readonly cookieHeader: string };

/**
 * Repeats the form with which a request of the browser was answered a moment ago, because the browser may not have
 * received it.
 * @throws SamlRefusal when the request was not answered, or the person has signed out meanwhile
 */
async function repeatAnswer(
  { store, portal }: Engine,
  id: string,
  { browser, cookieHeader }: Requester,
): Promise<LoginStep> {
  const storedAnswer = await store.formForRepetition(id, browser);
  if (storedAnswer === null) throw requestEndedError();
  const { form, userId } = JSON.parse(storedAnswer) as AnswerForm;
  if (userId !== null && (await portal.signedInUser(cookieHeader)) !== userId) throw requestEndedError();
  return { kind: 'posted', responseForm: form };
}

/** The side effects of an answer: in the transaction that ends the request, and after the commit. */
type SideEffects = { readonly inTransaction: () => Promise<void>; readonly afterCommit: () => void };

const NO_SIDE_EFFECTS: SideEffects = { inTransaction: async () => undefined, afterCommit: () => undefined };

/**
 * Ends a request with a form, in one transaction with the side effects. Of two concurrent calls only one ends the
 * request, and both return the same form.
 * @throws SamlRefusal when the request has ended or expired
 */
async function endRequest(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  requester: Requester,
  answer: AnswerForm,
  { inTransaction, afterCommit }: SideEffects = NO_SIDE_EFFECTS,
): Promise<LoginStep> {
  const isEnded = await engine.store.transaction(async () => {
    if (!(await engine.store.endWithForm(storedRequest, requester.browser, JSON.stringify(answer))))
      return false;
    await inTransaction();
    return true;
  });
  if (!isEnded) return repeatAnswer(engine, storedRequest.id, requester);
  afterCommit();
  return { kind: 'posted', responseForm: answer.form };
}

/** Answers a request with an error: a top-level and a second-level status code (SAML Core, 3.2.2.2). */
async function answerWithError(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  requester: Requester,
  statusCode: Status,
  secondStatusCode: Status,
): Promise<LoginStep> {
  const { id, consumerUrl } = storedRequest.request.request;
  const envelope = envelopeFor(engine, id, consumerUrl);
  const xml = signElement(errorResponseXml(envelope, statusCode, secondStatusCode), envelope.id, engine.key);
  return endRequest(engine, storedRequest, requester, {
    form: responseFormOf(storedRequest, xml),
    userId: null,
  });
}

/** Answers a request with an assertion of the login, or with an error when the login does not satisfy the request. */
async function answerWithLogin(
  engine: Engine,
  storedRequest: StoredRequest<PendingLogin>,
  login: CompletedLogin,
  requester: Requester,
): Promise<LoginStep> {
  const { request, serviceId } = storedRequest.request;
  const { metadata, groups } = providerWithId(engine, serviceId);
  const claims = await engine.portal.claims(login.userId, serviceId);
  if (!claims) throw requestEndedError();
  const format = nameIdFormat(request.nameIdFormat, metadata);
  const value =
    format && nameIdValue(format, claims, metadata.entityId, await engine.store.secret('persistent-names'));
  if (!format || !value)
    return answerWithError(engine, storedRequest, requester, STATUS.requester, STATUS.invalidNameIdPolicy);
  if (request.subject !== '' && request.subject !== login.userId && request.subject !== value) {
    return answerWithError(engine, storedRequest, requester, STATUS.responder, STATUS.unknownPrincipal);
  }
  const classReference = contextClass(login, request.requestedContext);
  if (!classReference)
    return answerWithError(engine, storedRequest, requester, STATUS.responder, STATUS.noAuthnContext);

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
 * @throws SamlRefusal when the request has ended or expired, or belongs to another browser
 */
export async function continueRequest(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
): Promise<LoginStep> {
  const requester = { browser, cookieHeader };
  const storedRequest = await engine.store.findLogin(id);
  if (!storedRequest) return repeatAnswer(engine, id, requester);
  if (!(await engine.store.bindToBrowser(id, browser))) throw requestEndedError();
  const { request, serviceId } = storedRequest.request;
  if (nameIdFormat(request.nameIdFormat, providerWithId(engine, serviceId).metadata) === null) {
    return answerWithError(engine, storedRequest, requester, STATUS.requester, STATUS.invalidNameIdPolicy);
  }
  return request.isPassive ? resume(engine, id, browser, cookieHeader, true) : { kind: 'portal', id };
}

/**
 * Answers a request with the login of the portal session, in the browser that has sent the request: when the person
 * continues without a new proof (rule 40), or when the account with which the request was finished is still signed in.
 * If the session does not satisfy the request, the browser opens the redirect page again; a passive request is answered
 * with NoPassive. A request that the person has declined is answered with AuthnFailed (SAML Core, 3.2.2.2).
 * @param isExistingLoginAllowed whether the person continues without a new proof
 * @throws SamlRefusal when the request has ended or expired, or belongs to another browser
 */
export async function resume(
  engine: Engine,
  id: string,
  browser: string,
  cookieHeader: string,
  isExistingLoginAllowed: boolean,
): Promise<LoginStep> {
  const requester = { browser, cookieHeader };
  const storedRequest = await engine.store.findLogin(id);
  if (!storedRequest) return repeatAnswer(engine, id, requester);
  if (!(await engine.store.isBoundTo(id, browser))) throw requestEndedError();
  if (storedRequest.request.isDeclined) {
    return answerWithError(engine, storedRequest, requester, STATUS.responder, STATUS.authnFailed);
  }
  const { isPassive } = storedRequest.request.request;
  const login = await engine.portal.satisfyingLogin(
    cookieHeader,
    authRequestOf(storedRequest, engine.config.publicUrl),
  );
  if (login && (isExistingLoginAllowed || login.userId === storedRequest.answeredBy)) {
    return answerWithLogin(engine, storedRequest, login, requester);
  }
  if (isPassive) return answerWithError(engine, storedRequest, requester, STATUS.responder, STATUS.noPassive);
  return { kind: 'portal', id };
}
