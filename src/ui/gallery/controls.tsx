import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ButtonRow } from '#src/ui/button-row.tsx';
import { Card } from '#src/ui/card.tsx';
import { Checkbox } from '#src/ui/checkbox.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { Countdown } from '#src/ui/countdown.tsx';
import type { SheetProps, Sheets } from '#src/ui/gallery/sheet.ts';
import { Message } from '#src/ui/message.tsx';
import { PasswordField } from '#src/ui/password-field.tsx';
import { RadioGroup } from '#src/ui/radio-group.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Spinner } from '#src/ui/spinner.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { TextLink } from '#src/ui/text-link.tsx';

const SHORT_LIFETIME = 45_000;

function Buttons({ say }: SheetProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Card title={say('단추', 'Buttons')}>
      <Button busy={isBusy} busyLabel={say('보내는 중', 'Sending')} onClick={() => setIsBusy(true)}>
        {say('누르면 바쁨', 'Busy when pressed')}
      </Button>
      <Button busy>{say('바쁨', 'Busy')}</Button>
      <Button disabled>{say('사용할 수 없음', 'Disabled')}</Button>
      <Button kind="secondary">{say('보조', 'Secondary')}</Button>
      <Button kind="secondary" busy>
        {say('보조 바쁨', 'Secondary busy')}
      </Button>
      <Button kind="quiet">{say('조용한 단추', 'Quiet')}</Button>
      <Button href="#next">{say('단추 모양의 링크', 'A link that looks like a button')}</Button>
      <ButtonRow>
        <Button kind="secondary">{say('이전', 'Back')}</Button>
        <Button>{say('다음', 'Next')}</Button>
      </ButtonRow>
      <ButtonRow>
        <Button kind="secondary">{say('다른 인증 방법으로 바꾸기', 'Change authentication method')}</Button>
        <Button>{say('인증번호 다시 받기', 'Send the code again')}</Button>
      </ButtonRow>
      <TextLink onClick={() => setIsBusy(false)}>{say('바쁨 끝내기', 'End busy')}</TextLink>
    </Card>
  );
}

function Fields({ say }: SheetProps) {
  const labels = { show: say('표시', 'Show'), hide: say('숨기기', 'Hide') };
  const capsLock = say('Caps Lock이 켜져 있어요.', 'Caps Lock is on.');
  return (
    <Card title={say('입력란', 'Fields')}>
      <TextField
        label={say('힌트가 있는 입력란', 'With a hint')}
        name="hinted"
        hint={say('사번 또는 전자우편 주소', 'Employee number or mail address')}
      />
      <TextField
        label={say('오류가 있는 입력란', 'With an error')}
        name="wrong"
        defaultValue="kim"
        error={say(
          '아이디를 찾을 수 없어요. 다시 확인해 주세요.',
          'We cannot find this ID. Check it and try again.',
        )}
      />
      <TextField label={say('읽기 전용', 'Read-only')} name="read" defaultValue="kim.minseo" readOnly />
      <TextField label={say('사용할 수 없음', 'Disabled')} name="off" defaultValue="kim.minseo" disabled />
      <PasswordField
        label={say('비밀번호', 'Password')}
        name="password"
        labels={labels}
        capsLock={capsLock}
        error={say('비밀번호를 입력하세요.', 'Enter your password.')}
      />
      <PasswordField
        label={say('사용할 수 없는 비밀번호', 'Disabled password')}
        name="password-off"
        defaultValue="secret"
        labels={labels}
        capsLock={capsLock}
        disabled
      />
      <CodeField label={say('인증번호', 'Code')} name="otp" defaultValue="482913" />
      <CodeField
        label={say('틀린 인증번호', 'Wrong code')}
        name="otp-wrong"
        defaultValue="482913"
        error={say('코드가 맞지 않아요.', 'The code does not match.')}
      />
    </Card>
  );
}

function Choices({ say }: SheetProps) {
  const [isOn, setIsOn] = useState(true);
  const [method, setMethod] = useState<'sms' | 'mail' | 'push'>('sms');
  return (
    <Card title={say('선택', 'Choices')}>
      <RadioGroup
        legend={say('본인 확인 방법', 'How to prove who you are')}
        name="self"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'sms', label: say('문자 메시지', 'Text message'), hint: '010-****-5678' },
          { value: 'mail', label: say('사내 메일', 'Internal mail'), hint: 'ki****@hanbit.example' },
          {
            value: 'push',
            label: say('앱 푸시', 'App push'),
            hint: say('등록된 앱이 없어요.', 'No app is registered.'),
            disabled: true,
          },
        ]}
      />
      <div>
        <Checkbox
          label={say('이 방법을 항상 사용', 'Always use this method')}
          checked={isOn}
          onChange={setIsOn}
        />
        <Checkbox
          label={say('자동으로 보내기', 'Send automatically')}
          hint={say('항상 사용을 켜면 사용할 수 있어요.', 'Needs “always use”.')}
          checked={!isOn}
          onChange={(isOff) => setIsOn(!isOff)}
        />
        <Checkbox label={say('사용할 수 없는 선택', 'Disabled, on')} checked onChange={setIsOn} disabled />
        <Checkbox
          label={say('사용할 수 없는 선택', 'Disabled, off')}
          checked={false}
          onChange={setIsOn}
          disabled
        />
      </div>
    </Card>
  );
}

function Messages({ say }: SheetProps) {
  const [deadline] = useState(() => Date.now() + SHORT_LIFETIME);
  return (
    <Card
      title={say('알림', 'Messages')}
      lead={say(
        '긴 한국어 문장은 낱말 단위로 줄이 바뀌어야 하고, 아주긴낱말이라도카드밖으로나가지않아야합니다가나다라마바사아자차카타파하.',
        'A long sentence wraps between words, and Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft stays inside.',
      )}
    >
      <Message tone="info">{say('코드는 5분 동안 유효합니다.', 'The code is valid for 5 minutes.')}</Message>
      <Message tone="success">{say('등록했어요.', 'It is registered.')}</Message>
      <Message tone="warning">
        {say(
          '앞으로 2번 더 틀리면 계정이 잠깁니다. 비밀번호를 잊으셨다면 찾기를 이용하세요.',
          'Two more mistakes lock the account. If you forgot your password, reset it.',
        )}
      </Message>
      <Message tone="error">{say('보내지 못했어요.', 'It could not be sent.')}</Message>
      <p>
        <Countdown
          deadline={deadline}
          format="seconds"
          label={(seconds) => say(`${seconds}초 남았어요.`, `${seconds} seconds left.`)}
        >
          {(shown) => say(`${shown}초 후 만료`, `Expires in ${shown} seconds`)}
        </Countdown>
      </p>
      <p>
        <Spinner label={say('불러오는 중', 'Loading')} />
      </p>
      <div>
        <Skeleton width="short" />
        <Skeleton />
        <Skeleton width="medium" />
      </div>
    </Card>
  );
}

/** Every control in every state. */
export const CONTROL_SHEETS: Sheets = {
  buttons: Buttons,
  fields: Fields,
  choices: Choices,
  messages: Messages,
};
