import { textFields } from '@cutaway/contract/rooms/branding/customer-text.ts'
import { changeText, mostTextTitle, saveText, type SavedText } from '@cutaway/contract/rooms/branding/texts.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '../../../core/api.ts'
import { currentLanguage, languages, useTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Checkbox } from '../../../ui/form/Choice.tsx'
import { NativeSelect, Textarea, TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FilledText } from './FilledText.tsx'
import classes from './SavedTexts.module.css'

/** Edits a saved text in each language, with fields and a live preview. */
export function SavedTextDialog({
  text,
  onClose,
  onSaved,
}: {
  text: SavedText | null
  onClose: () => void
  onSaved: () => void
}) {
  const t = useTexts()
  const { user, web_site } = useSignedIn()
  const mayShare = useMay('manage_users')
  const field = useRef<HTMLTextAreaElement>(null)
  const [title, setTitle] = useState(text?.title ?? '')
  const [channel, setChannel] = useState(text?.channel ?? 'sms')
  const [forBusiness, setForBusiness] = useState(text?.for_business ?? false)
  const [languageId, setLanguageId] = useState(currentLanguage().language_id)
  const [words, setWords] = useState<Record<number, string>>(
    Object.fromEntries((text?.words ?? []).map((one) => [one.language_id, one.text])),
  )
  const shown = words[languageId] ?? ''
  const saving = useMutation({
    mutationFn: () => {
      const list = Object.entries(words).map(([id, one]) => ({ language_id: Number(id), text: one }))
      return text
        ? send(changeText, { body: { id: text.id, title, words: list, for_business: forBusiness } })
        : send(saveText, { body: { channel, title, words: list, for_business: forBusiness } })
    },
    onSuccess: (answer) => {
      toast(answer)
      if (answer.status !== 1) return
      onSaved()
      onClose()
    },
    onError: (error) => toast(error),
  })
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? shown.length
    setWords({ ...words, [languageId]: `${shown.slice(0, at)}{${name}}${shown.slice(at)}` })
    field.current?.focus()
  }
  const example = {
    customer: 'Marcus',
    vehicle: 'Outback',
    adviser: user.first_name,
    shop: user.business_name || web_site.name,
    repair_order: '48213',
  }
  return (
    <Dialog
      title={t(text ? 'saved_text_edit' : 'saved_text_add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={saving.isPending} onClick={() => saving.mutate()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className={classes.fields}>
        <TextInput
          label={t('saved_text_title')}
          value={title}
          maxLength={mostTextTitle}
          dir="auto"
          data-autofocus
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {text ? null : (
          <NativeSelect
            label={t('saved_text_channel')}
            value={channel}
            onChange={(event) => setChannel(event.currentTarget.value === 'email' ? 'email' : 'sms')}
            data={[
              { value: 'sms', label: t('share_tab_text') },
              { value: 'email', label: t('share_tab_email') },
            ]}
          />
        )}
        {languages.length > 1 ? (
          <NativeSelect
            label={t('saved_text_language')}
            value={String(languageId)}
            onChange={(event) => setLanguageId(Number(event.currentTarget.value))}
            data={languages.map(({ language_id, name }) => ({ value: String(language_id), label: name }))}
          />
        ) : null}
        <Textarea
          ref={field}
          label={t('message')}
          description={t('saved_texts_hint')}
          value={shown}
          rows={4}
          dir="auto"
          onChange={(event) => setWords({ ...words, [languageId]: event.currentTarget.value })}
        />
        <div className={classes.insert}>
          <span>{t('saved_text_insert')}</span>
          {textFields.map((name) => (
            <Button key={name} size="xs" onClick={() => insert(name)}>
              {t(`field_${name}`)}
            </Button>
          ))}
        </div>
        {shown ? (
          <section aria-label={t('saved_text_preview')}>
            <p className={classes.preview}>
              <FilledText text={shown} values={example} />
            </p>
          </section>
        ) : null}
        {mayShare ? (
          <Checkbox
            label={t('saved_text_for_business')}
            checked={forBusiness}
            onChange={(event) => setForBusiness(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </Dialog>
  )
}
