import type { RefObject } from 'react';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { useFieldText } from '#src/ui/field-text.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { brokenRules, minLengthOf, type PasswordStrength, rulesOf } from '#wire/password-rules.ts';
import styles from './rule-list.module.css';

/** The list of the password rules. A check mark shows each rule that the typed password meets (spec section 5). */
export function RuleList({
  strength,
  field,
}: {
  readonly strength: PasswordStrength;
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  const typedPassword = useFieldText(field).trim();
  const unmetRules = brokenRules(typedPassword, strength);
  return (
    <div className={styles['rules']}>
      <ul aria-label={text('passwordSetup.rules')}>
        {rulesOf(strength).map((rule) => {
          const isMet = typedPassword !== '' && !unmetRules.includes(rule);
          return (
            <li key={rule} data-met={isMet || undefined}>
              <span aria-hidden="true">{isMet ? '✓' : '·'}</span>{' '}
              {text(`passwordSetup.rule.${rule}` as MessageKey, { count: minLengthOf(strength) })}
              <VisuallyHidden> {text(isMet ? 'passwordSetup.kept' : 'passwordSetup.missing')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
