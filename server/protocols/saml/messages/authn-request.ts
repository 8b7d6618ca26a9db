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
import { type ReceivedMessage, refuseUntrusted } from './received.ts';

const COMPARISONS = ['exact', 'minimum', 'maximum', 'better'] as const;

/** The authentication context that a service requests (SAML Core, 3.3.2.2.1). */
export type RequestedContext = {
  readonly comparison: (typeof COMPARISONS)[number];
  readonly classes: readonly string[];
};

/** The content of an AuthnRequest (SAML Core, 3.4.1). */
export type AuthnRequest = {
  readonly id: string;
  /** The registered address to which the response is posted. */
  readonly consumerUrl: string;
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  /** The format in NameIDPolicy; null when the service accepts any format. */
  readonly nameIdFormat: string | null;
  readonly requestedContext: RequestedContext | null;
  /** The name ID of the person whom the service requests; empty when the request names no person. */
  readonly subject: string;
};

/**
 * The registered address for the response.
 * @throws SamlRefusal when the request names another address or another binding
 */
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
  const comparison = COMPARISONS.find((name) => name === comparisonAttribute);
  const classes = childrenNamed(requested, NS.assertion, 'AuthnContextClassRef').map(elementText);
  if (!comparison || classes.length === 0) {
    throw new SamlRefusal('unsupported_request', 'RequestedAuthnContext names no class.', provider);
  }
  return { comparison, classes };
}

/**
 * Reads an AuthnRequest whose sender was checked.
 * @throws SamlRefusal when the request cannot be answered, or requests a response at an unregistered address
 */
export const readAuthnRequest = ({ provider, root, id }: ReceivedMessage): AuthnRequest =>
  refuseUntrusted(() => {
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
