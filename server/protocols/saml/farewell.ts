import { NS, STATUS } from '#server/config/saml/names.ts';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed } from '#server/config/saml/read.ts';
import { logoutServiceOf } from '#server/config/saml/service-provider.ts';
import { type Engine, urlOf } from './engine.ts';
import type { Carried } from './messages/binding.ts';
import { reading, receive } from './messages/received.ts';
import { type Sent, send } from './messages/send.ts';
import { logoutRequestXml } from './messages/write.ts';
import { SamlRefusal } from './refusal.ts';
import type { Farewell, Kept, Listener, Participant } from './store.ts';

/** How long a sign-out may be on its way from service to service, in milliseconds. */
const FAREWELL_VALID_MS = 10 * 60_000;

/** What comes next in a sign-out. */
export type FarewellStep =
  | {
      readonly kind: 'tell';
      readonly serviceId: string;
      readonly sent: Sent;
      readonly step: number;
      /** The browser has been there before, and brought no answer. */
      readonly isAgain: boolean;
    }
  | { readonly kind: 'over'; readonly farewell: Farewell };

const ended = () => new SamlRefusal('request_ended', 'The sign-out is unknown, finished or expired.');

/** What services hold, by service and name: one request ends all sessions of a name. */
function listenersIn(participants: readonly Participant[]): readonly Listener[] {
  const groups = Map.groupBy(participants, ({ serviceId, nameId }) =>
    [serviceId, nameId.format, nameId.value].join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { serviceId, nameId } = first;
    return [{ serviceId, nameId, sessionIndexes: group.map(({ sessionIndex }) => sessionIndex) }];
  });
}

const logoutServiceNamed = ({ config }: Engine, serviceId: string) => {
  const provider = config.serviceProviders.find((one) => one.serviceId === serviceId);
  return provider ? logoutServiceOf(provider.metadata) : null;
};

/**
 * Keeps who has to hear of a sign-out of this browser; answers the id of the way round, null when nobody has to.
 * @param participants those that hold a session which ends.
 */
export async function beginFarewell(
  engine: Engine,
  browser: string,
  participants: readonly Participant[],
  onward: Farewell['onward'],
): Promise<string | null> {
  const listeners = listenersIn(participants);
  if (listeners.length === 0) return null;
  const canHear = ({ serviceId }: Listener): boolean => logoutServiceNamed(engine, serviceId) !== null;
  const farewell: Farewell = {
    kind: 'farewell',
    waiting: listeners.filter(canHear),
    step: 0,
    isHanded: false,
    unsure: listeners.filter((listener) => !canHear(listener)).map(({ serviceId }) => serviceId),
    onward,
  };
  const id = await engine.store.add(farewell, FAREWELL_VALID_MS);
  await engine.store.bind(id, browser);
  return id;
}

const requestId = (id: string, step: number): string => `_${id}.${step}`;

const advanced = (farewell: Farewell, isConfirmed: boolean): Farewell => {
  const [asked, ...waiting] = farewell.waiting;
  const unsure = asked && !isConfirmed ? [...farewell.unsure, asked.serviceId] : farewell.unsure;
  return { ...farewell, waiting, unsure, step: farewell.step + 1, isHanded: false };
};

function tell(engine: Engine, { id, request }: Kept<Farewell>, listener: Listener): FarewellStep {
  const service = logoutServiceNamed(engine, listener.serviceId);
  if (!service) throw ended();
  const message = requestId(id, request.step);
  const head = {
    id: message,
    issuer: engine.entityId,
    destination: service.location,
    now: engine.now(),
  };
  const xml = logoutRequestXml(head, listener);
  const sent = send(service, { kind: 'SAMLRequest', id: message, xml, relayState: '' }, engine.key);
  const { step, isHanded } = request;
  return { kind: 'tell', serviceId: listener.serviceId, sent, step, isAgain: isHanded };
}

/**
 * The next step of a sign-out, in the browser that signs out.
 * @param skipped the step that the person goes on without, if any.
 * @throws SamlRefusal when the sign-out is over, or another browser's.
 */
export async function nextStep(
  engine: Engine,
  id: string,
  browser: string,
  skipped: number | null,
): Promise<FarewellStep> {
  const { store } = engine;
  const found = await store.farewell(id);
  if (!found || !(await store.isBoundTo(id, browser))) throw ended();
  if (skipped === found.request.step) await store.advance(found, advanced(found.request, false));
  const kept = await store.farewell(id);
  if (!kept) throw ended();
  const [listener] = kept.request.waiting;
  if (!listener) {
    if (!(await store.take(id))) throw ended();
    return { kind: 'over', farewell: kept.request };
  }
  const step = tell(engine, kept, listener);
  await store.advance(kept, { ...kept.request, isHanded: true });
  return step;
}

function saysSuccess(root: Element): boolean {
  const status = childNamed(root, NS.protocol, 'Status');
  const code = status && childNamed(status, NS.protocol, 'StatusCode');
  const second = code && childNamed(code, NS.protocol, 'StatusCode');
  return code !== null && attribute(code, 'Value') === STATUS.success && second === null;
}

function isConfirmed(engine: Engine, carried: Carried, { id, request }: Kept<Farewell>): boolean {
  try {
    const { provider, root } = receive(carried, {
      message: 'LogoutResponse',
      destination: urlOf(engine, 'slo'),
      providers: engine.providers,
      needsSignature: () => true,
      now: engine.now(),
    });
    return (
      provider.serviceId === request.waiting[0]?.serviceId &&
      attribute(root, 'InResponseTo') === requestId(id, request.step) &&
      reading(() => saysSuccess(root))
    );
  } catch (error) {
    if (error instanceof SamlRefusal) return false;
    throw error;
  }
}

/**
 * Takes the answer of the service that was asked; answers the id of the sign-out that goes on. An answer that
 * does not hold, or that says anything but success, leaves it unsure whether the service has ended its session.
 * @throws SamlRefusal when it is the answer to nothing.
 */
export async function hearAnswer(engine: Engine, carried: Carried): Promise<string> {
  const told = attribute(
    reading(() => parseXml(carried.xml)),
    'InResponseTo',
  );
  const [, id = '', step = ''] = /^_([\w-]{32})\.(\d{1,4})$/.exec(told ?? '') ?? [];
  const kept = await engine.store.farewell(id);
  if (!kept || kept.request.step !== Number(step) || !kept.request.isHanded) throw ended();
  await engine.store.advance(kept, advanced(kept.request, isConfirmed(engine, carried, kept)));
  return id;
}
