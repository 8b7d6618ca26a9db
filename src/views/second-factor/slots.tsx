import { tokenOf } from '#machines/second-factor/slots.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { useText } from '#src/app/text.ts';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { MethodIcon } from '#src/views/method-icon.tsx';
import type { TypeCode } from '#wire/type-codes.ts';
import styles from './slots.module.css';

/** A list of buttons with which a person switches to another token. The active token is the first (spec section 2). */
export function Slots({
  label,
  slots,
  active,
  isBusy,
  switchEvent,
}: {
  readonly label: string;
  readonly slots: readonly TypeCode[];
  readonly active: TypeCode;
  /** Whether switching is not possible at the moment. */
  readonly isBusy: boolean;
  readonly switchEvent: (code: TypeCode) => FormEvent;
}) {
  const text = useText();
  return (
    <ul className={styles['slots']} aria-label={label}>
      {slots.map((code) => {
        const isActive = code === active;
        return (
          <li key={code}>
            <button
              type="button"
              className={styles['slot']}
              aria-current={isActive || undefined}
              aria-disabled={(isBusy && !isActive) || undefined}
              {...(isBusy || isActive ? undefined : eventButton(switchEvent(code)))}
            >
              <span className={styles['icon']}>
                <MethodIcon method={tokenOf(code)} />
              </span>
              <span>
                {text(`title.method.${code}` as MessageKey)}
                {isActive ? (
                  <>
                    {' '}
                    <span className={styles['current']}>· {text('second.active')}</span>
                  </>
                ) : null}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
