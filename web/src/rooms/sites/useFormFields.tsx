import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../core/i18n/i18n.ts'
import { FieldError } from './FieldError.tsx'

/**
 * Returns the props of a form's fields from their labels in form order. A field's id is its name. Rules return message
 * keys.
 */
export function useFormFields<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  labels: Partial<Record<keyof V & string, string>>,
) {
  const t = useTexts()
  const names = Object.keys(labels) as (keyof V & string)[]
  return {
    /** Id, label, value and error. */
    field: (name: keyof V & string) => {
      const { error, ...props } = form.getInputProps(name)
      return {
        ...props,
        id: name,
        label: labels[name],
        error: typeof error === 'string' ? <FieldError>{t(error)}</FieldError> : undefined,
      }
    },
    /** For the summary. */
    wrong: names.filter((name) => form.errors[name]).map((id) => ({ id, label: labels[id] ?? '' })),
    /** A single invalid field takes the focus itself; the summary lists several. */
    onWrong: (errors: Record<string, unknown>) => {
      const wrong = names.filter((name) => errors[name])
      if (wrong.length === 1 && wrong[0]) document.getElementById(wrong[0])?.focus()
    },
  }
}
