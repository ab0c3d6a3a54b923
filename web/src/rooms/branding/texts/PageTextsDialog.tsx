import { mostPageText, setPageTexts, type PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { currentLanguage, languages, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import classes from './PageTexts.module.css'
import { pageTextFields } from './page-texts.ts'

interface Texts {
  words: PageWords[]
  /** The words that an empty field leaves in place. */
  usual: PageWords[]
}

/** Edits the texts of the customer’s page in each language. */
export function PageTextsDialog({
  texts,
  onClose,
  onSaved,
}: {
  texts: Texts
  onClose: () => void
  onSaved: (saved: Texts) => void
}) {
  const t = useTexts()
  const [words, setWords] = useState(texts.words)
  const [languageId, setLanguageId] = useState(currentLanguage().language_id)
  const inLanguage = (all: PageWords[]) => all.find((one) => one.language_id === languageId)
  const shown = inLanguage(words)
  const saving = useMutation({
    mutationFn: () => send(setPageTexts, { body: { words } }),
    onSuccess: (answer) => {
      toast(answer)
      if (answer.status !== 1 || !answer.data) return
      onSaved(answer.data)
      onClose()
    },
    onError: (error) => toast(error),
  })
  const change = (name: (typeof pageTextFields)[number]['name'], text: string) =>
    setWords(words.map((one) => (one.language_id === languageId ? { ...one, [name]: text } : one)))
  return (
    <Dialog
      title={t('page_texts')}
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
        {languages.length > 1 ? (
          <NativeSelect
            label={t('saved_text_language')}
            value={String(languageId)}
            onChange={(event) => setLanguageId(Number(event.currentTarget.value))}
            data={languages.map(({ language_id, name }) => ({ value: String(language_id), label: name }))}
          />
        ) : null}
        {pageTextFields.map(({ name, label, example }) => (
          <TextInput
            key={name}
            label={t(label)}
            description={example ? t(example) : undefined}
            placeholder={inLanguage(texts.usual)?.[name]}
            value={shown?.[name] ?? ''}
            maxLength={mostPageText}
            dir="auto"
            onChange={(event) => change(name, event.currentTarget.value)}
          />
        ))}
      </div>
    </Dialog>
  )
}
