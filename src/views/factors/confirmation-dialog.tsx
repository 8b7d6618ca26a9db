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

const TEXTS = {
  remove: { title: 'factors.removeTitle', body: 'factors.removeBody', button: 'factors.remove' },
  end: { title: 'factors.endTitle', body: 'factors.endBody', button: 'factors.end' },
  forget: { title: 'factors.forgetTitle', body: 'factors.forgetBody', button: 'factors.forget' },
} as const;

type Props = {
  readonly actor: ActorRefFrom<FactorsMachine>;
  /** The element to focus after the confirmation. */
  readonly finalFocus: RefObject<HTMLButtonElement | null>;
};

/** Asks for confirmation before a factor is removed, a session ended or a remembered browser forgotten. */
export function ConfirmationDialog({ actor, finalFocus }: Props) {
  const text = useText();
  const snapshot = useSelector(actor, (current) => current);
  const cancel = useRef<HTMLButtonElement>(null);
  const { overview, selectedFactor, selectedSession, selectedBrowser } = snapshot.context;
  const titleOf = useFactorTitle(overview?.factors ?? []);
  const isEnd = snapshot.matches('confirmingEnd');
  const isForget = snapshot.matches('confirmingForget');
  const browser = (isForget ? selectedBrowser : selectedSession)?.browser || text('factors.unknownBrowser');
  const name = selectedFactor ? titleOf(selectedFactor) : '';
  const action = isForget ? 'forget' : isEnd ? 'end' : 'remove';
  const texts = TEXTS[action];
  return (
    <Dialog
      open={isEnd || isForget || snapshot.matches('confirming')}
      title={text(texts.title, action === 'remove' ? { name } : { browser })}
      onClose={() => actor.send({ type: 'change.cancelled' })}
      initialFocus={cancel}
      finalFocus={snapshot.hasTag('busy') ? finalFocus : undefined}
      actions={
        <ButtonRow>
          <Button
            onClick={() => actor.send({ type: action === 'remove' ? 'removal.confirmed' : 'end.confirmed' })}
          >
            {text(texts.button)}
          </Button>
          <Button ref={cancel} kind="secondary" onClick={() => actor.send({ type: 'change.cancelled' })}>
            {text('action.cancel')}
          </Button>
        </ButtonRow>
      }
    >
      {text(texts.body)}
    </Dialog>
  );
}
