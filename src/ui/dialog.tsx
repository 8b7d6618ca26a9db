import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useIsServerRendered } from '#src/ui/server-rendered.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** The buttons. */
  readonly actions: ReactNode;
  /** Called on Escape, or on the back gesture of a phone. The dialog stays open until `open` is false. */
  readonly onClose: () => void;
  /** The element that gets the focus when the dialog opens. By default, the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** The element that gets the focus when the dialog closes. By default, the element that had the focus before. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
}

/**
 * A modal dialog. While the dialog is open, the rest of the page is inert, and `focus()` of a field outside the dialog
 * does nothing. Use `finalFocus` to focus such a field.
 */
export function Dialog({ open, title, children, actions, onClose, initialFocus, finalFocus }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  const isServerRendered = useIsServerRendered();

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null || isServerRendered || dialog.open === open) return;
    if (open) {
      dialog.showModal();
      initialFocus?.current?.focus();
    } else {
      dialog.close();
      finalFocus?.current?.focus();
    }
  }, [open, isServerRendered, initialFocus, finalFocus]);

  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  function requestClose(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    onClose();
  }

  /**
   * Prevents the default action of the key, because browsers close the dialog on a second Escape without a `cancel`
   * event.
   */
  function requestCloseOnEscape(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) requestClose(event);
  }

  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      open={(isServerRendered && open) || undefined}
      aria-labelledby={open ? titleId : undefined}
      aria-describedby={open && children ? bodyId : undefined}
      onKeyDown={requestCloseOnEscape}
      onCancel={requestClose}
    >
      {open ? (
        <div className={styles['content']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          {children ? (
            <div id={bodyId} className={styles['body']}>
              {children}
            </div>
          ) : null}
          {actions}
        </div>
      ) : null}
    </dialog>
  );
}
