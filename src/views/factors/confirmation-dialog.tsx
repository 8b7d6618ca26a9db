import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import { useText } from '#src/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { useFactorTitle } from './factor-item.tsx';

/** The text keys of the dialog, by the change that the person has to confirm. */
const TEXT_KEYS = {
  remove: { title: 'factors.removeTitle', body: 'factors.removeBody', button: 'factors.remove' },
  end: { title: 'factors.endTitle', body: 'factors.endBody', button: 'factors.end' },
  forget: { title: 'factors.forgetTitle', body: 'factors.forgetBody', button: 'factors.forget' },
} as const;

type Props = {
  readonly actor: ActorRefFrom<FactorsMachine>;
  /** The element that gets the focus after the confirmation. */
  readonly finalFocus: RefObject<HTMLButtonElement | null>;
};

/** A dialog in which the person confirms that a factor, a session or a remembered browser is removed. */
export function ConfirmationDialog({ actor, finalFocus }: Props) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { overview, selectedFactor, selectedSession, selectedBrowser } = snapshot.context;
  const titleOf = useFactorTitle(overview?.factors ?? []);
  const isEndingSession = snapshot.matches('confirmingEnd');
  const isForgettingBrowser = snapshot.matches('confirmingForget');
  const browser =
    (isForgettingBrowser ? selectedBrowser : selectedSession)?.browser || text('factors.unknownBrowser');
  const name = selectedFactor ? titleOf(selectedFactor) : '';
  const change = isForgettingBrowser ? 'forget' : isEndingSession ? 'end' : 'remove';
  const keys = TEXT_KEYS[change];
  return (
    <Dialog
      open={isEndingSession || isForgettingBrowser || snapshot.matches('confirming')}
      title={text(keys.title, change === 'remove' ? { name } : { browser })}
      onClose={() => actor.send({ type: 'change.cancelled' })}
      initialFocus={cancelButton}
      finalFocus={snapshot.hasTag('busy') ? finalFocus : undefined}
      actions={
        <ButtonRow>
          <Button
            onClick={() => actor.send({ type: change === 'remove' ? 'removal.confirmed' : 'end.confirmed' })}
          >
            {text(keys.button)}
          </Button>
          <Button
            ref={cancelButton}
            kind="secondary"
            onClick={() => actor.send({ type: 'change.cancelled' })}
          >
            {text('action.cancel')}
          </Button>
        </ButtonRow>
      }
    >
      {text(keys.body)}
    </Dialog>
  );
}
