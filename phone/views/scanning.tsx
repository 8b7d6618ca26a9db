import { useContext, useEffect, useRef } from 'react';
import { usePhoneText } from '#phone/app/text.ts';
import { Button } from '#src/ui/button.tsx';
import { Message } from '#src/ui/message.tsx';
import styles from './scanning.module.css';
import type { ScreenProps } from './screen.ts';
import { Viewfinder } from './viewfinder.ts';

/** The picture of the camera. */
function CameraPicture() {
  const text = usePhoneText();
  const video = useContext(Viewfinder);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (video) frame.current?.append(video);
    return () => video?.remove();
  }, [video]);
  return <div ref={frame} className={styles['frame']} role="img" aria-label={text('phone.scan.picture')} />;
}

/** The picture of the camera; without a camera, the reason and a button to retry. */
export function Scanner({ actor, snapshot }: ScreenProps) {
  const text = usePhoneText();
  const { camera } = snapshot.context;
  if (camera === null) return <CameraPicture />;
  return (
    <>
      <Message tone="warning" live="polite">
        {text(camera === 'denied' ? 'phone.scan.denied' : 'phone.scan.noCamera')}
      </Message>
      <Button onClick={() => actor.send({ type: 'code.scan' })}>{text('phone.retry')}</Button>
    </>
  );
}
