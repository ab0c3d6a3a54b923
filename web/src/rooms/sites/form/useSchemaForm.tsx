import { useForm, type UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useCallback, useId, useState } from 'react'
import type { z } from 'zod'
import { CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { FieldError } from '../FieldError.tsx'
import { refusalText } from '../refusal-text.ts'
import { issueKey } from './issue-key.ts'

/** A form whose rules are a schema of the contract, so that the browser and the server refuse the same values. */

interface Answered {
  status: 0 | 1
  message: string
  http: number
}

/** The values of a form, as typed. */
export type Values = Record<string, unknown>

export interface SchemaForm<V extends Values> {
  /** Id of the form element, for a button outside it. */
  id: string
  form: UseFormReturnType<V>
  /** Id, label, value, change and error of a field, for the components of `ui/form/`. */
  field: (name: keyof V & string) => FieldProps
  /** The invalid fields, for the summary. */
  wrong: readonly { id: string; label: string }[]
  /** The server's refusal of the whole form. */
  refused: string | undefined
  /** Takes the refusal back, once its reason is settled. */
  settle: () => void
  submit: (event?: React.FormEvent<HTMLFormElement>) => void
  isSaving: boolean
  /** Something was typed and is not saved. */
  isUnsaved: boolean
}

export interface FieldProps {
  id: string
  label: ReactNode
  error: ReactNode
  value: never
  onChange: (value: never) => void
}

/**
 * Makes a form. Rules are message keys: a missing value is `missing[name]` or value_missing; a refinement of the schema
 * names its key as its message. `refusals` maps the server's message keys to the field that they are about; any other
 * refusal is shown above the form.
 */
export function useSchemaForm<S extends z.ZodObject, V extends z.input<S> & Values, A extends Answered>({
  schema,
  initial,
  labels,
  missing,
  refusals = {},
  save,
  onSaved,
}: {
  schema: S
  initial: V
  /** Labels in the order of the form, by field. */
  labels: Partial<Record<keyof V & string, string>>
  missing?: Partial<Record<keyof V & string, string>>
  refusals?: Partial<Record<string, keyof V & string>>
  /** Sends the values as the schema returns them. */
  save: (values: z.output<S>) => Promise<A>
  onSaved: (answer: A) => void
}): SchemaForm<V> {
  const t = useTexts()
  const id = useId()
  const [isSaved, setSaved] = useState(false)
  const form = useForm<V>({
    initialValues: initial,
    validate: (values) => {
      const parsed = schema.safeParse(values)
      if (parsed.success) return {}
      const errors: Record<string, string> = {}
      for (const issue of parsed.error.issues) {
        const name = String(issue.path[0] ?? '')
        errors[name] ??= issueKey(issue, values[name], missing?.[name as keyof V & string])
      }
      return errors
    },
  })
  const names = Object.keys(labels) as (keyof V & string)[]
  const idOf = (name: string) => `${id}-${name}`
  const focus = (name: string) => document.getElementById(idOf(name))?.focus()
  const saving = useMutation({
    mutationFn: async (values: V) => {
      const answer = await save(schema.parse(values))
      if (answer.status !== 1) throw new CallFailed(answer.message, answer.http)
      return answer
    },
    onSuccess: (answer) => {
      setSaved(true)
      onSaved(answer)
    },
    onError: (error) => {
      const name = error instanceof CallFailed ? refusals[error.key] : undefined
      if (name === undefined || !(error instanceof CallFailed)) return
      form.setFieldError(name, error.key)
      focus(name)
    },
  })
  const wrong = names.filter((name) => form.errors[name])
  const isOfField = saving.error instanceof CallFailed && refusals[saving.error.key] !== undefined
  const { mutate } = saving
  const submit = form.onSubmit(
    (values) => mutate(values),
    (errors) => {
      const first = names.filter((name) => errors[name])
      // The summary lists several, and takes the focus itself.
      if (first.length === 1 && first[0]) focus(first[0])
    },
  )
  return {
    id,
    form,
    field: useCallback(
      (name) => {
        const { error, ...props } = form.getInputProps(name)
        return {
          ...(props as Pick<FieldProps, 'value' | 'onChange'>),
          id: `${id}-${name}`,
          label: labels[name],
          error: typeof error === 'string' ? <FieldError>{t(error)}</FieldError> : undefined,
        }
      },
      [form, id, labels, t],
    ),
    wrong: wrong.map((name) => ({ id: idOf(name), label: labels[name] ?? name })),
    refused: isOfField || wrong.length > 0 ? undefined : refusalText(saving.error, t),
    settle: saving.reset,
    submit,
    isSaving: saving.isPending,
    isUnsaved: !isSaved && form.isDirty(),
  }
}
