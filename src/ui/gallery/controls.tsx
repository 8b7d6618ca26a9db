import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import type { GalleryPageProps, GalleryPages } from '#src/ui/gallery/gallery-page.ts';
import { Message } from '#src/ui/message.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

const COUNTDOWN_MS = 45_000;

function Buttons({ pick }: GalleryPageProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Card title={pick('단추', 'Buttons')}>
      <Button busy={isBusy} busyLabel={pick('보내는 중', 'Sending')} onClick={() => setIsBusy(true)}>
        {pick('누르면 바쁨', 'Busy when pressed')}
      </Button>
      <Button busy>{pick('바쁨', 'Busy')}</Button>
      <Button disabled>{pick('사용할 수 없음', 'Disabled')}</Button>
      <Button kind="secondary">{pick('보조', 'Secondary')}</Button>
      <Button kind="secondary" busy>
        {pick('보조 바쁨', 'Secondary busy')}
      </Button>
      <Button kind="quiet">{pick('조용한 단추', 'Quiet')}</Button>
      <Button href="#next">{pick('단추 모양의 링크', 'A link that looks like a button')}</Button>
      <ButtonRow>
        <Button kind="secondary">{pick('이전', 'Back')}</Button>
        <Button>{pick('다음', 'Next')}</Button>
      </ButtonRow>
      <ButtonRow>
        <Button kind="secondary">{pick('다른 인증 방법으로 바꾸기', 'Change authentication method')}</Button>
        <Button>{pick('인증번호 다시 받기', 'Send the code again')}</Button>
      </ButtonRow>
      <TextLink onClick={() => setIsBusy(false)}>{pick('바쁨 끝내기', 'End busy')}</TextLink>
    </Card>
  );
}

function Fields({ pick }: GalleryPageProps) {
  const labels = { show: pick('표시', 'Show'), hide: pick('숨기기', 'Hide') };
  const capsLock = pick('Caps Lock이 켜져 있어요.', 'Caps Lock is on.');
  return (
    <Card title={pick('입력란', 'Fields')}>
      <TextField
        label={pick('힌트가 있는 입력란', 'With a hint')}
        name="hinted"
        hint={pick('사번 또는 전자우편 주소', 'Employee number or mail address')}
      />
      <TextField
        label={pick('오류가 있는 입력란', 'With an error')}
        name="wrong"
        defaultValue="kim"
        error={pick(
          '아이디를 찾을 수 없어요. 다시 확인해 주세요.',
          'We cannot find this ID. Check it and try again.',
        )}
      />
      <TextField label={pick('읽기 전용', 'Read-only')} name="read" defaultValue="kim.minseo" readOnly />
      <TextField label={pick('사용할 수 없음', 'Disabled')} name="off" defaultValue="kim.minseo" disabled />
      <PasswordField
        label={pick('비밀번호', 'Password')}
        name="password"
        labels={labels}
        capsLock={capsLock}
        error={pick('비밀번호를 입력하세요.', 'Enter your password.')}
      />
      <PasswordField
        label={pick('사용할 수 없는 비밀번호', 'Disabled password')}
        name="password-off"
        defaultValue="secret"
        labels={labels}
        capsLock={capsLock}
        disabled
      />
      <CodeField label={pick('인증번호', 'Code')} name="otp" defaultValue="482913" />
      <CodeField
        label={pick('틀린 인증번호', 'Wrong code')}
        name="otp-wrong"
        defaultValue="482913"
        error={pick('코드가 맞지 않아요.', 'The code does not match.')}
      />
    </Card>
  );
}

function Choices({ pick }: GalleryPageProps) {
  const [isOn, setIsOn] = useState(true);
  const [method, setMethod] = useState<'sms' | 'mail' | 'push'>('sms');
  return (
    <Card title={pick('선택', 'Choices')}>
      <RadioGroup
        legend={pick('본인 확인 방법', 'How to prove who you are')}
        name="self"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'sms', label: pick('문자 메시지', 'Text message'), hint: '010-****-5678' },
          { value: 'mail', label: pick('사내 메일', 'Internal mail'), hint: 'ki****@hanbit.example' },
          {
            value: 'push',
            label: pick('앱 푸시', 'App push'),
            hint: pick('등록된 앱이 없어요.', 'No app is registered.'),
            disabled: true,
          },
        ]}
      />
      <div>
        <Checkbox
          label={pick('이 방법을 항상 사용', 'Always use this method')}
          checked={isOn}
          onChange={setIsOn}
        />
        <Checkbox
          label={pick('자동으로 보내기', 'Send automatically')}
          hint={pick('항상 사용을 켜면 사용할 수 있어요.', 'Needs “always use”.')}
          checked={!isOn}
          onChange={(isOff) => setIsOn(!isOff)}
        />
        <Checkbox label={pick('사용할 수 없는 선택', 'Disabled, on')} checked onChange={setIsOn} disabled />
        <Checkbox
          label={pick('사용할 수 없는 선택', 'Disabled, off')}
          checked={false}
          onChange={setIsOn}
          disabled
        />
      </div>
    </Card>
  );
}

function Messages({ pick }: GalleryPageProps) {
  const [deadline] = useState(() => Date.now() + COUNTDOWN_MS);
  return (
    <Card
      title={pick('알림', 'Messages')}
      lead={pick(
        '긴 한국어 문장은 낱말 단위로 줄이 바뀌어야 하고, 아주긴낱말이라도카드밖으로나가지않아야합니다가나다라마바사아자차카타파하.',
        'A long sentence wraps between words, and Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft stays inside.',
      )}
    >
      <Message tone="info">{pick('코드는 5분 동안 유효합니다.', 'The code is valid for 5 minutes.')}</Message>
      <Message tone="success">{pick('등록했어요.', 'It is registered.')}</Message>
      <Message tone="warning">
        {pick(
          '앞으로 2번 더 틀리면 계정이 잠깁니다. 비밀번호를 잊으셨다면 찾기를 이용하세요.',
          'Two more mistakes lock the account. If you forgot your password, reset it.',
        )}
      </Message>
      <Message tone="error">{pick('보내지 못했어요.', 'It could not be sent.')}</Message>
      <p>
        <Countdown
          deadline={deadline}
          format="seconds"
          announcementOf={(seconds) => pick(`${seconds}초 남았어요.`, `${seconds} seconds left.`)}
        >
          {(shown) => pick(`${shown}초 후 만료`, `Expires in ${shown} seconds`)}
        </Countdown>
      </p>
      <p>
        <Spinner label={pick('불러오는 중', 'Loading')} />
      </p>
      <div>
        <Skeleton width="short" />
        <Skeleton />
        <Skeleton width="medium" />
      </div>
    </Card>
  );
}

/** Pages that show every control in every state. */
export const CONTROL_PAGES: GalleryPages = {
  buttons: Buttons,
  fields: Fields,
  choices: Choices,
  messages: Messages,
};
