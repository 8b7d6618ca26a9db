import type { AlimtalkTemplates } from '#server/config/sms.ts';
import { log } from '#server/operations/log.ts';
import type { OneTimeCode } from './gateway.ts';

/** A placeholder of a template, such as `#{code}`. */
const PLACEHOLDER = /#\{(\w+)\}/g;

/** Fills in the Alimtalk template for a code, in the language of the code. Null when there is no template. */
export function fillAlimtalk(
  templates: AlimtalkTemplates | undefined,
  oneTimeCode: OneTimeCode | undefined,
): { readonly templateCode: string; readonly content: string } | null {
  const template = oneTimeCode && templates?.[oneTimeCode.language];
  if (!template) return null;
  const values: Readonly<Record<string, string>> = {
    code: oneTimeCode.code,
    service: oneTimeCode.serviceName,
  };
  const content = template.content.replaceAll(
    PLACEHOLDER,
    (placeholder, name: string) => values[name] ?? placeholder,
  );
  return { templateCode: template.templateCode, content };
}

/** Logs that a gateway did not accept an Alimtalk, and that an SMS is sent instead. */
export const logRefusedAlimtalk = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not accept an Alimtalk (${code}); an SMS is sent instead`);

/** Logs that an accepted Alimtalk was not delivered, and that the gateway sends an SMS instead. */
export const logUndeliveredAlimtalk = (gateway: string, code: string): void =>
  log.warn(`${gateway} did not deliver an Alimtalk (${code}); it sends an SMS instead`);
