import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { KeyPair } from '#server/config/key-pair.ts';
import { BINDING } from '#server/config/saml/names.ts';
import { SIGNATURE_ALGORITHM, signElement } from '#server/protocols/saml/xml/signature.ts';
import type { RawMessage } from './binding.ts';

/** A signed message: the URL of a redirect, or a form that the browser posts. */
export type SignedMessage =
  | { readonly kind: 'redirect'; readonly url: string }
  | {
      readonly kind: 'posted';
      readonly action: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** A message before it is signed. */
type Message = {
  readonly kind: RawMessage['kind'];
  readonly id: string;
  readonly xml: string;
  readonly relayState: string;
};

function redirectUrl(location: string, { kind, xml, relayState }: Message, key: KeyPair): string {
  const parts = [
    `${kind}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === '' ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(SIGNATURE_ALGORITHM)}`,
  ];
  const octets = parts.join('&');
  const signature = sign('RSA-SHA256', Buffer.from(octets), key.privateKey).toString('base64');
  const separator = location.includes('?') ? '&' : '?';
  return `${location}${separator}${octets}&Signature=${encodeURIComponent(signature)}`;
}

/** Signs and encodes a message for a binding (SAML Bindings, 3.4 and 3.5). */
export function signedMessage(
  { binding, location }: { readonly binding: RawMessage['binding']; readonly location: string },
  message: Message,
  key: KeyPair,
): SignedMessage {
  if (binding === BINDING.redirect) return { kind: 'redirect', url: redirectUrl(location, message, key) };
  const { kind, id, xml, relayState } = message;
  const fields = {
    [kind]: Buffer.from(signElement(xml, id, key)).toString('base64'),
    ...(relayState !== '' && { RelayState: relayState }),
  };
  return { kind: 'posted', action: location, fields };
}
