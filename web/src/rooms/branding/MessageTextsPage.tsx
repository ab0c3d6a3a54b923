import {
  addEmailContent,
  type EmailContent,
  getEmailcontent,
  mostMessage,
  mostSubject,
} from '@cutaway/contract/rooms/branding/content.ts'
import { smsLength } from '@cutaway/contract/sms.ts'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallFailed, send } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput, Textarea } from '../../ui/form/Field.tsx'
import { optional } from '../sites/form-rules.ts'
import { refusalText } from '../sites/refusal-text.ts'
import { useFormFields } from '../sites/useFormFields.tsx'
import classes from './Branding.module.css'
import { Counter } from './Counter.tsx'
import { contentKey, LogoCard } from './LogoCard.tsx'
import { PageTextsCard } from './texts/PageTextsCard.tsx'
import { SavedTextsCard } from './texts/SavedTextsCard.tsx'

/** Edits the default texts of this user's messages, and the logo above them. */
export default function MessageTextsPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: contentKey(user.user_id),
    queryFn: ({ signal }) => call(getEmailcontent, { params: { user: user.user_id }, signal }),
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_message_texts')} subtitle={t('message_texts_text')} />
      {data ? (
        <div className={classes.columns}>
          <TextsForm content={data} />
          <div className={classes.side}>
            <LogoCard content={data} />
            <SavedTextsCard />
            <PageTextsCard />
          </div>
        </div>
      ) : (
        <Card>
          {error ? (
            <ErrorState title={t('texts_not_loaded')} error={error} busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <SkeletonText lines={8} />
          )}
        </Card>
      )}
    </div>
  )
}

const textsOf = ({ email_message1, email_message2, email_message3, sms_message, mail_subject }: EmailContent) => ({
  mail_subject,
  email_message1,
  email_message2,
  email_message3,
  sms_message,
})

function TextsForm({ content }: { content: EmailContent }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const client = useQueryClient()
  const { sms_limit } = content
  const message = optional(mostMessage)
  const form = useForm({
    initialValues: textsOf(content),
    validate: {
      mail_subject: optional(mostSubject),
      email_message1: message,
      email_message2: message,
      email_message3: message,
      sms_message: (text) =>
        smsLength(text.trim()) > sms_limit ? 'message_you_have_exceed_maximum_limit_of_character' : null,
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    mail_subject: t('mail_subject_label'),
    email_message1: t('message_text_1'),
    email_message2: t('message_text_2'),
    email_message3: t('message_text_3'),
    sms_message: t('message_texts_sms'),
  })
  const saving = useMutation({
    mutationFn: async (texts: typeof form.values) => {
      const answer = await send(addEmailContent, { body: { user_id: user.user_id, ...texts } })
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { answer, saved: answer.data }
    },
    onSuccess: ({ answer, saved }) => {
      client.setQueryData(contentKey(user.user_id), saved)
      form.setInitialValues(textsOf(saved))
      form.setValues(textsOf(saved))
      form.resetDirty(textsOf(saved))
      toast(answer)
    },
  })
  const unsaved = form.isDirty()
  return (
    <form noValidate className={classes.texts} onSubmit={form.onSubmit((texts) => saving.mutate(texts), onWrong)}>
      <FormErrorSummary errors={wrong} />
      {saving.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
      <Card title={t('message_texts_email')}>
        <div className={classes.fields}>
          <TextInput dir="auto" {...field('mail_subject')} />
          <p className={classes.hint}>{t('message_texts_hint')}</p>
          <Textarea rows={4} dir="auto" {...field('email_message1')} />
          <Textarea rows={4} dir="auto" {...field('email_message2')} />
          <Textarea rows={4} dir="auto" {...field('email_message3')} />
        </div>
      </Card>
      <Card title={t('message_texts_sms')}>
        <Textarea
          rows={3}
          dir="auto"
          aria-describedby="sms-count"
          {...field('sms_message')}
          label={<span className="visually-hidden">{t('message_texts_sms')}</span>}
        />
        <Counter id="sms-count" count={smsLength(form.values.sms_message.trim())} most={sms_limit} />
      </Card>
      <div className={classes.saveBar}>
        <span className={classes.hint} role="status">
          {unsaved ? t('unsaved_changes') : ''}
        </span>
        {unsaved ? <Button onClick={() => form.reset()}>{t('discard_changes')}</Button> : null}
        <Button type="submit" variant="filled" loading={saving.isPending}>
          {t('save_texts')}
        </Button>
      </div>
      <LeaveGuard unsaved={unsaved && !saving.isPending} />
    </form>
  )
}
