import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { ChooserMachine } from '#machines/chooser/chooser.machine.ts';
import {
  type DeadEnd,
  deadEnd,
  expectedLookUp,
  licenseProblem,
  type TileGroup,
  type TileReason,
  type TileState,
  tileGroups,
  tilesOf,
} from '#machines/chooser/tiles.ts';
import { countVisible } from '#machines/chooser/visible.ts';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { useFormEvents } from '#src/app/form-events.ts';
import type { MessageKey } from '#src/app/messages.ts';
import { usePortal, usePortalSelector } from '#src/app/portal-context.tsx';
import { useText } from '#src/app/text.ts';
import { AccountLine } from '#src/ui/account-line.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Message } from '#src/ui/message.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { Tile, TileGrid, TileItem, TilePlaceholder } from '#src/ui/tile.tsx';
import { MethodIcon } from '#src/views/method-icon.tsx';

/** The text keys of the notes on tiles that cannot be used, or not yet. */
const NOTE_KEYS: Readonly<Record<TileReason, MessageKey>> = {
  noContact: 'chooser.noContact',
  notSetUp: 'chooser.notSetUp',
  offlineApp: 'chooser.offlineApp',
  noSelfAuth: 'chooser.noSelfAuth',
  license: 'chooser.license',
  lookingUp: 'chooser.lookingUp',
  unknown: 'chooser.unknown',
  missing: 'passkey.missing',
  insecure: 'passkey.insecure',
};

const GROUP_NAME_KEYS: Readonly<Record<TileGroup, MessageKey>> = {
  usable: 'chooser.usable',
  setUp: 'chooser.setUp',
  blocked: 'chooser.blocked',
};

/** The text keys of the messages that no method can be used. */
const DEAD_END_KEYS: Readonly<Record<DeadEnd, MessageKey>> = {
  noneRegistered: 'chooser.noneRegistered',
  noneAllowed: 'chooser.noneAllowed',
};

/** The state of a tile that cannot be used (spec section 2). */
const DISABLED_STATE: TileState = 'D';

/** The screen with the grid of methods (spec section 2, "Token chooser"). */
export function ChooserView({ actor }: { readonly actor: ActorRefFrom<ChooserMachine> }) {
  const text = useText();
  const { event } = useFormEvents(actor);
  const portalEvents = useFormEvents(usePortal());
  const snapshot = useSelector(actor, (current) => current);
  const remark = usePortalSelector(({ context }) => context.remark);
  const { userId, policy, lookUp, isSaas, passkeySupport } = snapshot.context;
  const canManage = policy.canManage && policy.listsFactors === true;
  const tiles = tilesOf(policy, lookUp, isSaas, passkeySupport);
  const isPending = lookUp.kind === 'pending';
  // During the look-up, placeholders have the size and group of the tiles that will probably appear.
  const shownTiles = isPending ? tilesOf(policy, expectedLookUp(policy), isSaas, passkeySupport) : tiles;
  const loadingMethods = tiles.flatMap(({ method, reason }) => (reason === 'lookingUp' ? [method] : []));
  const licenceProblem = lookUp.kind === 'known' ? licenseProblem(lookUp.result.license) : null;
  const id = useId();
  const tilesDeadEnd = deadEnd(tiles);
  const nameOf = (method: Method) => text(`title.method.${METHOD_CODES[method]}` as MessageKey);
  const backEvent = event({ type: 'chooser.back' });

  if (countVisible(policy) === 0) {
    return (
      <Card title={text('title.chooser')} lead={text('info.failure.noMethod')}>
        <p>{text('chooser.noneAllowed')}</p>
        <Button event={backEvent}>{text('action.previous')}</Button>
      </Card>
    );
  }
  return (
    <Card title={text('title.chooser')} lead={text('chooser.lead')}>
      <Message tone="info" live="polite">
        {remark ? text(remark) : null}
      </Message>
      <AccountLine label={text('password.account')} value={userId} />
      <Message tone="warning" live="polite">
        {tilesDeadEnd ? `${text('info.failure.noMethod')} ${text(DEAD_END_KEYS[tilesDeadEnd])}` : null}
      </Message>
      <div aria-busy={snapshot.hasTag('busy')}>
        {tileGroups(shownTiles).map(({ group, tiles: groupTiles, reason: sharedReason }) => {
          const hasLoaded = !groupTiles.some(({ method }) => loadingMethods.includes(method));
          const note = (reason: TileReason | null) =>
            reason && !sharedReason ? text(NOTE_KEYS[reason]) : undefined;
          return (
            <TileGrid
              key={group}
              name={text(GROUP_NAME_KEYS[group])}
              note={sharedReason ? text(NOTE_KEYS[sharedReason]) : undefined}
              noteId={`${id}-${group}`}
              hasLoaded={hasLoaded}
            >
              {groupTiles.map(({ method, state, reason }) => (
                <TileItem key={method}>
                  {loadingMethods.includes(method) ? (
                    <TilePlaceholder
                      icon={<MethodIcon method={method} />}
                      label={nameOf(method)}
                      note={note(reason)}
                      loadingMessage={text('chooser.lookingUp')}
                    />
                  ) : (
                    <Tile
                      icon={<MethodIcon method={method} />}
                      label={nameOf(method)}
                      note={note(reason)}
                      noteId={sharedReason ? `${id}-${group}` : undefined}
                      state={state}
                      inert={state === DISABLED_STATE}
                      event={event({ type: 'method.chosen', method })}
                    />
                  )}
                </TileItem>
              ))}
            </TileGrid>
          );
        })}
      </div>
      {/* The message is below the tiles, so that its appearance does not move a tile that the person is about to press. */}
      <Message tone="warning" live="polite">
        {lookUp.kind === 'failed' ? text('chooser.lookUpFailed') : null}
      </Message>
      {snapshot.can({ type: 'lookup.retry' }) ? (
        <Button kind="secondary" event={event({ type: 'lookup.retry' })}>
          {text('action.retry')}
        </Button>
      ) : null}
      {canManage ? (
        <TextLink event={portalEvents.event({ type: 'route.requested', address: '/first/management' })}>
          {text('chooser.manage')}
        </TextLink>
      ) : null}
      <Button kind="secondary" event={backEvent}>
        {text('action.previous')}
      </Button>
      <Dialog
        open={snapshot.matches('blocked')}
        title={text('chooser.licenseTitle')}
        onClose={() => actor.send({ type: 'license.dismissed' })}
        actions={<Button event={event({ type: 'license.dismissed' })}>{text('action.ok')}</Button>}
      >
        {text(licenceProblem === 'max' ? 'info.license.max' : 'info.license.expired')}
      </Dialog>
    </Card>
  );
}
