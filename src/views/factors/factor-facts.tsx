import type { Factor } from '#machines/shared/factor.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { Facts } from '#src/views/registration/facts.tsx';

/** What may be known of a device, in the order of spec section 3. */
const FIELDS: readonly (readonly [field: string, label: MessageKey])[] = [
  ['deviceName', 'factor.deviceName'],
  ['os', 'factor.os'],
  ['appVersion', 'factor.appVersion'],
  ['uuid', 'factor.uuid'],
  ['serialNumber', 'factor.serialNumber'],
  ['modelCode', 'factor.modelCode'],
  ['companyName', 'factor.companyName'],
  ['publicId', 'factor.publicId'],
  ['registrationDate', 'factor.registrationDate'],
];

/** What a factor is: each field that the server tells. */
export function FactorFacts({ factor: { name, description } }: { readonly factor: Factor }) {
  const text = useText();
  return (
    <Facts
      facts={[
        [text('factor.name'), name],
        ...FIELDS.map(([field, label]) => [text(label), description[field] ?? ''] as const),
      ]}
    />
  );
}
