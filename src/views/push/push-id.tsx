import { useText } from '#src/app/text.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { pushGroups, spellOut } from './groups.ts';
import styles from './push-id.module.css';

/** The push ID in groups of four characters. A screen reader spells it. */
export function PushId({ id }: { readonly id: string }) {
  const text = useText();
  const groups = pushGroups(id);
  return (
    <p>
      <VisuallyHidden>{text('push.id', { id: spellOut(groups) })}</VisuallyHidden>
      <span className={styles['groups']} aria-hidden="true">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the position is the only key that a group has, and the order never changes.
          <span key={index}>{group}</span>
        ))}
      </span>
    </p>
  );
}
