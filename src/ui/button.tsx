import { type MouseEvent, type ReactNode, type Ref, useContext } from 'react';
import { ScreenTextIds } from '#src/ui/card.tsx';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { Status } from '#src/ui/status.tsx';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'secondary' | 'quiet';

interface CommonProps {
  /** The appearance. A screen has at most one `primary` button. */
  readonly kind?: ButtonKind | undefined;
  /** Whether the action of the button is in progress. The button then keeps the focus and ignores clicks. */
  readonly busy?: boolean | undefined;
  /** The text that screen readers announce while the button is busy. */
  readonly busyLabel?: string | null | undefined;
  /** Another text that the button shows at other times. The button is always wide enough for both texts. */
  readonly alternateText?: string | undefined;
  readonly children: ReactNode;
}

interface ButtonElementProps extends CommonProps {
  readonly href?: undefined;
  /** The event that the button sends. */
  readonly event?: FormEvent | undefined;
  /**
   * Whether the button gets the focus when the screen opens. The title and lead of the screen then describe the button.
   */
  readonly autoFocus?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly disabled?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

interface LinkElementProps extends CommonProps {
  readonly autoFocus?: undefined;
  /** The address. The control is then a link that looks like a button. */
  readonly href: string;
  /** `_blank` opens the address in a new tab. */
  readonly target?: '_blank' | undefined;
  readonly event?: undefined;
  readonly type?: undefined;
  readonly disabled?: undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

export type ButtonProps = ButtonElementProps | LinkElementProps;

/**
 * A button, or a link that looks like a button. A busy button is `aria-disabled`, not `disabled`, so that it keeps the
 * focus.
 */
export function Button(props: ButtonProps) {
  const { kind = 'primary', busy = false, busyLabel, alternateText, children } = props;
  const screenTextIds = useContext(ScreenTextIds);
  const sharedProps = {
    className: styles['button'],
    'data-kind': kind,
    'aria-disabled': busy || undefined,
    'aria-busy': busy || undefined,
    'data-alternate': alternateText,
  };
  const eventProps = props.event && eventButton(props.event);
  const content = (
    <>
      <span className={styles['label']}>{children}</span>
      {busy ? <Spinner /> : null}
    </>
  );
  return (
    <>
      {props.href === undefined ? (
        <button
          {...sharedProps}
          ref={props.ref}
          type={props.type ?? 'button'}
          {...eventProps}
          disabled={props.disabled}
          aria-describedby={(props.autoFocus && screenTextIds) || undefined}
          // biome-ignore lint/a11y/noAutofocus: the button is the first control of such a screen, and is focused only when the screen opens
          autoFocus={props.autoFocus}
          onClick={busy ? ignoreClick : (eventProps?.onClick ?? props.onClick)}
        >
          {content}
        </button>
      ) : (
        <a
          {...sharedProps}
          ref={props.ref}
          href={props.href}
          target={props.target}
          onClick={busy ? ignoreClick : props.onClick}
        >
          {content}
        </a>
      )}
      {busyLabel === undefined ? null : <Status>{busy ? busyLabel : null}</Status>}
    </>
  );
}

function ignoreClick(event: MouseEvent) {
  event.preventDefault();
}
