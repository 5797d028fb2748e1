/** Whether a design of the template `t` that somebody may still publish or render contains the text `$1`. */
export const isInDesign = `(exists (
  select from template_versions v where v.template_id = t.id
  and v.version in (t.latest_version, t.published_version) and strpos(v.design::text, $1) > 0
) or exists (select from template_drafts d where d.template_id = t.id and strpos(d.design::text, $1) > 0))`
