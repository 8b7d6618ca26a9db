import { type MouseEvent, type ReactNode, type Ref, useContext } from 'react';
import { ScreenTextIds } from '#src/ui/card.tsx';
import { eventButton, type FormEvent } from '#src/ui/form-event.ts';
import { Spinner } from '#src/ui/spinner.tsx';
import { Status } from '#src/ui/status.tsx';
import styles from './button.module.css';

type ButtonKind = 'primary' | 'secondary' | 'quiet';

interface CommonProps {
  /** One `primary` on a screen at most. */
  readonly kind?: ButtonKind | undefined;
  /** An action is in progress: the button keeps its place and focus and ignores presses. */
  readonly busy?: boolean | undefined;
  /** Announced while busy. */
  readonly busyLabel?: string | null | undefined;
  /** A text that the button shows at other times; the button is as wide as the longer text. */
  readonly alternateText?: string | undefined;
  readonly children: ReactNode;
}

interface RealButtonProps extends CommonProps {
  readonly href?: undefined;
  /** Event that the button sends. */
  readonly event?: FormEvent | undefined;
  /** Focused when the screen opens; the title and lead of the screen describe it then. */
  readonly autoFocus?: boolean | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly disabled?: boolean | undefined;
  readonly onClick?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

interface LinkButtonProps extends CommonProps {
  readonly autoFocus?: undefined;
  /** Makes it a link that looks the same. */
  readonly href: string;
  /** Opens it in a new tab. */
  readonly target?: '_blank' | undefined;
  readonly event?: undefined;
  readonly type?: undefined;
  readonly disabled?: undefined;
  readonly onClick?: ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

export type ButtonProps = RealButtonProps | LinkButtonProps;

/** An action. Busy is `aria-disabled` and not `disabled`, so that the focus stays on it. */
export function Button(props: ButtonProps) {
  const { kind = 'primary', busy = false, busyLabel, alternateText, children } = props;
  const screenTexts = useContext(ScreenTextIds);
  const sharedProps = {
    className: styles['button'],
    'data-kind': kind,
    'aria-disabled': busy || undefined,
    'aria-busy': busy || undefined,
    'data-alternate-text': alternateText,
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
          aria-describedby={(props.autoFocus && screenTexts) || undefined}
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
