import type { RefObject } from 'react';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { useFieldText } from '#src/ui/field-text.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { brokenRules, MIN_LENGTHS, type PasswordLevel, rulesOf } from '#wire/password-rules.ts';
import styles from './rule-list.module.css';

/** What a level asks, rule by rule, and which rules the typed password keeps already (spec section 5). */
export function RuleList({
  level,
  field,
}: {
  readonly level: PasswordLevel;
  readonly field: RefObject<HTMLInputElement | null>;
}) {
  const text = useText();
  const typed = useFieldText(field).trim();
  const broken = brokenRules(typed, level);
  return (
    <div className={styles['rules']}>
      <ul aria-label={text('passwordSetup.rules')}>
        {rulesOf(level).map((rule) => {
          const isKept = typed !== '' && !broken.includes(rule);
          return (
            <li key={rule} data-kept={isKept || undefined}>
              <span aria-hidden="true">{isKept ? '✓' : '·'}</span>{' '}
              {text(`passwordSetup.rule.${rule}` as MessageKey, { count: MIN_LENGTHS[level] })}
              <VisuallyHidden>
                {' '}
                {text(isKept ? 'passwordSetup.kept' : 'passwordSetup.missing')}
              </VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
