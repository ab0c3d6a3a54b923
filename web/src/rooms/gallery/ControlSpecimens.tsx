import {
  IconDownload,
  IconHandFinger,
  IconPlus,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconVolume,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { ChoiceList } from '../../ui/form/ChoiceList.tsx'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { Logo } from '../../ui/illustrations/Logo.tsx'
import { Menu, MenuGroup, MenuItem } from '../../ui/overlay/Menu.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Rating } from '../../ui/form/Rating.tsx'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { Tag } from '../../ui/layout/Tag.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { Checkbox } from '../../ui/form/Choice.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import classes from './Gallery.module.css'

const colours = ['--brand', '--brand-hover', '--brand-text', '--brand-line', '--brand-tint', '--brand-on-stage']

export function MarkSpecimen() {
  return (
    <div className={classes.row}>
      <Logo mark="N" />
      <Logo mark="RM" />
      <Logo mark="T" size={40} />
      {colours.map((colour) => (
        <i key={colour} className={classes.swatch} title={colour} style={{ background: `var(${colour})` }} />
      ))}
    </div>
  )
}

export function ButtonSpecimen() {
  const t = useTexts()
  const [on, setOn] = useState(true)
  const Star = on ? IconStarFilled : IconStar
  return (
    <>
      <div className={classes.row}>
        <Button variant="filled">{t('log_in')}</Button>
        <Button>{t('try_again')}</Button>
        <Button variant="subtle">{t('see_all')}</Button>
        <Button variant="danger">{t('log_out')}</Button>
        <Button variant="danger-subtle" leftSection={<IconTrash size={16} stroke={1.75} />}>
          {t('dismiss')}
        </Button>
      </div>
      <div className={classes.row}>
        <Button variant="filled" loading>
          {t('loading')}
        </Button>
        <Button loading leftSection={<IconDownload size={16} stroke={1.75} />}>
          {t('loading')}
        </Button>
        <Button disabled leftSection={<IconPlus size={16} stroke={1.75} />}>
          {t('new')}
        </Button>
        <Button aria-pressed={on} leftSection={<Star size={17} stroke={1.75} />} onClick={() => setOn(!on)}>
          {t('nav_favourites')}
        </Button>
        <ActionIcon aria-label={t('nav_favourites')} aria-pressed={on} onClick={() => setOn(!on)}>
          <Star size={18} stroke={1.75} />
        </ActionIcon>
      </div>
      <div className={classes.row}>
        {(['xs', 'sm', 'md', 'lg'] as const).map((size) => (
          <Button key={size} size={size} variant={size === 'lg' ? 'filled' : 'default'}>
            {t('start_free_trial')}
          </Button>
        ))}
      </div>
    </>
  )
}

export function ChoiceSpecimen() {
  const t = useTexts()
  const [type, setType] = useState<'narrated' | 'interactive'>('narrated')
  return (
    <>
      <div className={classes.row}>
        <SegmentedControl
          label={t('film_type')}
          value={type}
          onChange={setType}
          segments={[
            { value: 'narrated', label: t('narrated'), icon: <IconVolume size={16} stroke={1.75} aria-hidden /> },
            {
              value: 'interactive',
              label: t('interactive'),
              icon: <IconHandFinger size={16} stroke={1.75} aria-hidden />,
            },
          ]}
        />
        <Menu label={t('nav_more')} trigger={t('nav_more')} align="start">
          <MenuGroup>
            <MenuItem onClick={() => setType('narrated')} checked={type === 'narrated'}>
              {t('narrated')}
            </MenuItem>
            <MenuItem onClick={() => setType('interactive')} checked={type === 'interactive'}>
              {t('interactive')}
            </MenuItem>
          </MenuGroup>
          <MenuGroup>
            <MenuItem danger icon={<IconTrash size={18} stroke={1.75} />} onClick={() => undefined}>
              {t('log_out')}
            </MenuItem>
          </MenuGroup>
        </Menu>
      </div>
      <div className={classes.white}>
        <ChoiceList
          label={t('film_type')}
          value={type}
          onChange={setType}
          choices={[
            { value: 'narrated', label: t('narrated'), hint: t('films_count', { count: 33 }) },
            { value: 'interactive', label: t('interactive'), hint: t('films_count', { count: 2 }) },
          ]}
        />
      </div>
    </>
  )
}

export function TagSpecimen() {
  const t = useTexts()
  return (
    <div className={classes.row}>
      <Rating rating="replace_now" />
      <Rating rating="check_soon" />
      <Rating rating="good" />
      <Tag kind="info">{t('nav_sent_report')}</Tag>
      <Tag>{t('none')}</Tag>
      <Tag kind="brand">{t('new')}</Tag>
    </div>
  )
}

export function FieldSpecimen() {
  const t = useTexts()
  const [name, password] = [useId(), useId()]
  // It takes the focus when it appears, so it is shown on demand.
  const [summary, setSummary] = useState(false)
  return (
    <div className={classes.column}>
      {summary ? (
        <FormErrorSummary
          errors={[
            { id: name, label: t('nav_phone_numbers') },
            { id: password, label: t('show_password') },
          ]}
        />
      ) : (
        <Button onClick={() => setSummary(true)}>FormErrorSummary</Button>
      )}
      <TextInput
        id={name}
        label={t('nav_phone_numbers')}
        defaultValue="503 555 01"
        error={t('please_enter_a_valid_phone_number')}
      />
      <TextInput label={t('nav_organisation')} description={t('page_broken_text')} placeholder="Northgate Motors" />
      <PasswordField
        id={password}
        label={t('show_password')}
        size="md"
        autoComplete="new-password"
        defaultValue="cutaway"
      />
      <TextInput label={t('nav_locations')} disabled defaultValue="Portland" />
      <Checkbox defaultChecked label={t('terms_and_condition')} />
      <Checkbox label={t('privacy_policy')} error={t('please_click_the_opt_in_checkbox')} />
    </div>
  )
}
