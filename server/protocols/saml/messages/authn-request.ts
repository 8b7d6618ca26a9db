import type { ServiceProvider } from '#server/config/client.ts';
import { BINDING, NS } from '#server/config/saml/names.ts';
import {
  attribute,
  booleanAttribute,
  childNamed,
  childrenNamed,
  elementText,
} from '#server/config/saml/read.ts';
import { SamlRefusal } from '#server/protocols/saml/refusal.ts';
import { type ReceivedMessage, refusingUntrusted } from './received.ts';

const COMPARISONS = ['exact', 'minimum', 'maximum', 'better'] as const;

/** The authentication context that a service requests (SAML Core, 3.3.2.2.1). */
export type RequestedContext = {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly classes: readonly string[];
};

/** The request of a service provider (SAML Core, 3.4.1). */
export type AuthnRequest = {
  readonly id: string;
  /** The registered address for the response. */
  readonly consumerUrl: string;
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  /** Format of NameIDPolicy; null for any. */
  readonly nameIdFormat: string | null;
  readonly requestedContext: RequestedContext | null;
  /** The subject that the service requests; empty when it names none. */
  readonly subject: string;
};

function consumerUrlOf(root: Element, provider: ServiceProvider): string {
  const { consumerServices } = provider.metadata;
  const binding = attribute(root, 'ProtocolBinding');
  if (binding !== null && binding !== BINDING.post) {
    throw new SamlRefusal('unsupported_binding', 'Responses are sent by HTTP-POST only.', provider);
  }
  const url = attribute(root, 'AssertionConsumerServiceURL');
  const index = attribute(root, 'AssertionConsumerServiceIndex');
  const consumerService =
    url !== null
      ? consumerServices.find(({ location }) => location === url)
      : index !== null
        ? consumerServices.find((service) => service.index === Number(index))
        : (consumerServices.find(({ isDefault }) => isDefault) ?? consumerServices[0]);
  if (!consumerService) {
    throw new SamlRefusal(
      'unregistered_address',
      'The response is requested at an unregistered address.',
      provider,
    );
  }
  return consumerService.location;
}

function requestedContextOf(root: Element, provider: ServiceProvider): RequestedContext | null {
  const requested = childNamed(root, NS.protocol, 'RequestedAuthnContext');
  if (!requested) return null;
  const comparisonAttribute = attribute(requested, 'Comparison') ?? 'exact';
  const comparison = COMPARISONS.find((one) => one === comparisonAttribute);
  const classes = childrenNamed(requested, NS.assertion, 'AuthnContextClassRef').map(elementText);
  if (!comparison || classes.length === 0) {
    throw new SamlRefusal('unsupported_request', 'RequestedAuthnContext names no class.', provider);
  }
  return { comparison, classes };
}

/**
 * Reads an AuthnRequest whose sender is known.
 * @throws SamlRefusal when it cannot be answered, or not at a registered address.
 */
export const readAuthnRequest = ({ provider, root, id }: ReceivedMessage): AuthnRequest =>
  refusingUntrusted(() => {
    const subject = childNamed(root, NS.assertion, 'Subject');
    const policy = childNamed(root, NS.protocol, 'NameIDPolicy');
    return {
      id,
      consumerUrl: consumerUrlOf(root, provider),
      forceAuthn: booleanAttribute(root, 'ForceAuthn'),
      isPassive: booleanAttribute(root, 'IsPassive'),
      nameIdFormat: policy && attribute(policy, 'Format'),
      requestedContext: requestedContextOf(root, provider),
      subject: subject ? elementText(childNamed(subject, NS.assertion, 'NameID')) : '',
    };
  }, provider);
