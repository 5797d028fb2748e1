# Generated from the OpenAPI of the server by `npm run docs`. Do not edit: the next run overwrites it.
"""What the API takes and returns, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Problem(TypedDict):
    """RFC 9457"""

    type: str
    title: str
    status: int
    detail: str
    code: str
    request_id: str
    errors: list[ProblemError]


class ProblemError(TypedDict):
    pointer: str
    detail: str


class TableSource(TypedDict):
    """Exactly these five keys."""

    action_title: str
    """Title of the action"""
    base_id: str
    """Identifier of the base in the data source"""
    status: Literal["Starting", "Started"] | None
    """null: no job is running, or the job has finished; Starting: image generation is starting;
    Started: it has started
    """
    table_name: str
    """Name of the table"""
    view_name: str | None
    """Name of the view; null if no view is set"""


class AcceptedTrigger(TypedDict):
    """Exactly these five keys."""

    action_title: str
    """Title of the action"""
    base_id: str
    """Identifier of the base in the data source"""
    status: Literal["Starting"]
    """Always: the run that serves this trigger is about to start"""
    table_name: str
    """Name of the table"""
    view_name: str | None
    """Name of the view; null if no view is set"""


class Action(TypedDict):
    id: str
    title: str
    connection_id: str
    base_id: str
    table_id: str
    table_name: str
    view_id: str | None
    view_name: str | None
    filter: Filter | None
    template_id: str
    """Template of the first output, like `output` and the `url` and `attachment` of `write_back`
    """
    mapping: dict[str, ActionMappingValueField | ActionMappingValueField2 | ActionMappingValueValue | ActionMappingValueText]
    output: ActionOutput
    outputs: list[ActionListedOutput]
    """All outputs. Each record gets one image for each"""
    write_back: ActionWriteBack | None
    write_check: WriteCheck | None
    """Whether the results can be written into the table. Checked without writing: when the action is
    saved, by an estimate, and before each run. null if nothing is written, or not checked yet
    """
    stop_after_failures: int | None
    deleted_records: Literal["keep", "unpublish", "delete"]
    delete_after_days: int
    deletes_from: str | None
    """When `delete` was chosen, or `delete_after_days` reduced, while images were unpublished already:
    none of them is deleted before this time. null if it never was
    """
    missing_records: int
    """Records that are missing together from the table, until `actions-confirm-deleted`; 0 if they are
    not more than half. At most 100,000
    """
    file_name: str | None
    stable_urls: ActionStableUrls | None
    warnings: list[str]
    """Settings that may not work as expected, each with what to do"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


Filter: TypeAlias = "FilterAnd | FilterOr | FilterField"
"""A condition, or a group of conditions of which all (`and`) or any (`or`) must match"""


FilterAnd = TypedDict("FilterAnd", {"and": "list[Filter]"})


FilterOr = TypedDict("FilterOr", {"or": "list[Filter]"})


class FilterField(TypedDict):
    field: FilterFieldField
    operator: Literal["equals", "not_equals", "contains", "not_contains", "one_of", "empty", "not_empty", "greater", "greater_or_equal", "less", "less_or_equal", "before", "after", "checked", "not_checked"]
    value: NotRequired[str | float | bool | list[str | float | bool]]
    """A list for `one_of`; omit for `empty`, `not_empty`, `checked`, `not_checked`. Times:
    `2026-12-31`, `2026-12-31T18:00:00Z`, `today`, `today+7`, `today-30` (UTC). Text comparisons
    ignore case
    """


class FilterFieldField(TypedDict):
    id: str
    name: str


class ActionMappingValueField(TypedDict):
    field: FieldRef
    columns: list[FieldRef]
    """Pass the rows that the field links to, as a list of objects with these fields of the linked
    table. Tables and charts show such lists
    """
    formatted: NotRequired[Literal[True]]
    """Pass the values as the linked table shows them, such as $12.50 instead of 12.5, in the locale of
    each template. Applies only where the templates show the list in a table or as text; a chart and
    columns with a format of their own get the plain values. Default: off
    """


class FieldRef(TypedDict):
    id: str
    name: str


class ActionMappingValueField2(TypedDict):
    field: FieldRef
    formatted: NotRequired[Literal[True]]
    """Pass the value as the table shows it, such as $12.50 instead of 12.5, in the locale of the
    template. Applies only where the template shows the value as text without a format of its own;
    every other use gets the plain value. Default: off
    """


class ActionMappingValueValue(TypedDict):
    value: str | float | bool | None
    """Pictures are references: `asset:<id>` or an http(s) URL"""


class ActionMappingValueText(TypedDict):
    text: str
    """Text with expressions over the fields of the record, such as `{{First}} {{Last}}`. `\\{{` is
    shown as `{{`
    """
    fields: NotRequired[dict[str, FieldRef]]
    """The field of each name in `text`, as in the response. Default: the fields with these names
    """


class ActionOutput(TypedDict):
    formats: list[Literal["png", "jpeg", "webp", "avif", "pdf"]]
    quality: NotRequired[int]
    """From 1 (smallest file) to 100. Default: the usual value of each format"""
    effort: NotRequired[Literal["fast", "balanced", "small"]]
    """`fast`: larger files in less time; `small`: smaller files in more time. Not for PDF and GIF.
    Default: balanced; fast for previews
    """
    scale: NotRequired[float]
    """Multiplies the template's size"""
    encoding: NotRequired[Encoding]
    transparent: NotRequired[bool]
    """Leave out the template's background; JPEG shows white there"""
    width: NotRequired[int]
    """Width of the image in pixels instead of `scale`; the height follows"""
    height: NotRequired[int]
    """Height of the image in pixels instead of `scale`; the width follows"""
    thumbnail: NotRequired[ActionOutputThumbnail]
    """Also create a small WebP with this width in pixels, of the first page or frame"""


class Encoding(TypedDict):
    """Settings by format"""

    png: NotRequired[EncodingPng]
    jpeg: NotRequired[EncodingJpeg]
    webp: NotRequired[EncodingWebp]
    avif: NotRequired[EncodingWebp]
    pdf: NotRequired[EncodingPdf]


class EncodingPng(TypedDict):
    palette: NotRequired[bool]
    """Use at most 256 colours: much smaller files"""
    colors: NotRequired[int]
    """Number of colours of the palette"""


class EncodingJpeg(TypedDict):
    progressive: NotRequired[bool]
    """Show a coarse image while the file loads"""
    mozjpeg: NotRequired[bool]
    """Smaller files, ten times slower"""


class EncodingWebp(TypedDict):
    lossless: NotRequired[bool]


class EncodingPdf(TypedDict):
    dpi: NotRequired[float]
    """Pixels per inch of the page. Default: 96"""


class ActionOutputThumbnail(TypedDict):
    """Also create a small WebP with this width in pixels, of the first page or frame"""

    width: int


class ActionListedOutput(TypedDict):
    formats: list[Literal["png", "jpeg", "webp", "avif", "pdf"]]
    quality: NotRequired[int]
    """From 1 (smallest file) to 100. Default: the usual value of each format"""
    effort: NotRequired[Literal["fast", "balanced", "small"]]
    """`fast`: larger files in less time; `small`: smaller files in more time. Not for PDF and GIF.
    Default: balanced; fast for previews
    """
    scale: NotRequired[float]
    """Multiplies the template's size"""
    encoding: NotRequired[Encoding]
    transparent: NotRequired[bool]
    """Leave out the template's background; JPEG shows white there"""
    width: NotRequired[int]
    """Width of the image in pixels instead of `scale`; the height follows"""
    height: NotRequired[int]
    """Height of the image in pixels instead of `scale`; the width follows"""
    thumbnail: NotRequired[ActionOutputThumbnail]
    """Also create a small WebP with this width in pixels, of the first page or frame"""
    name: str
    template_id: str
    template_by: ActionListedOutputTemplateBy | None
    """Chooses the template of each record by one of its values; null: all records get `template_id`.
    Texts of the mapping use the locale of the template that is chosen
    """
    write_back: ActionListedOutputWriteBack | None


class ActionListedOutputTemplateBy(TypedDict):
    field: FieldRef
    """Field whose value chooses the template"""
    templates: dict[str, str]
    """Ids of templates by value of the field. A value is compared as text, in the same case"""
    otherwise: Literal["template_id", "fail"]
    """`template_id`: a record with another value, or with none, gets `template_id` of the output;
    `fail`: it fails
    """


class ActionListedOutputWriteBack(TypedDict):
    url: NotRequired[FieldRef]
    """Field for the image URL"""
    attachment: NotRequired[ActionListedOutputWriteBackAttachment]
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""


class ActionListedOutputWriteBackAttachment(TypedDict):
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""

    field: FieldRef
    mode: Literal["replace", "append"]
    """`replace` removes the existing files of the cell after the new one is stored; `append` keeps
    them
    """


class ActionWriteBack(TypedDict):
    url: NotRequired[FieldRef]
    """Field for the image URL"""
    attachment: NotRequired[ActionListedOutputWriteBackAttachment]
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""
    status: NotRequired[FieldRef]
    error: NotRequired[FieldRef]
    rendered_at: NotRequired[FieldRef]
    refill_empty: NotRequired[bool]
    """Write unchanged records again if their `url` or `attachment` cell was emptied"""
    ignore_check: NotRequired[bool]
    """Start runs even if the check of the write-back has failed"""


class WriteCheck(TypedDict):
    checked_at: str
    fields: list[WriteCheckField]


class WriteCheckField(TypedDict):
    field: FieldRef
    result: Literal["passed", "warning", "failed", "unknown"]
    """`passed`: access, type, length and options suit. `warning`: some records cannot be written.
    `failed`: no record can be written. `unknown`: the table does not say
    """
    message: str | None
    """Cause, and what to do. null if the check passed"""


class ActionStableUrls(TypedDict):
    field: FieldRef | None
    url: str
    """URL of the newest image of a record, with `{key}` for its key"""
    example_url: str | None
    """URL of one record; null before a run has stored a key"""
    feed: ActionStableUrlsFeed | None


class ActionStableUrlsFeed(TypedDict):
    csv_url: str
    xml_url: str


FilterDraft: TypeAlias = "FilterDraftAnd | FilterDraftOr | FilterDraftField"
"""A condition, or a group of conditions of which all (`and`) or any (`or`) must match"""


FilterDraftAnd = TypedDict("FilterDraftAnd", {"and": "list[FilterDraft]"})


FilterDraftOr = TypedDict("FilterDraftOr", {"or": "list[FilterDraft]"})


class FilterDraftField(TypedDict):
    field: str
    """Id or name"""
    operator: Literal["equals", "not_equals", "contains", "not_contains", "one_of", "empty", "not_empty", "greater", "greater_or_equal", "less", "less_or_equal", "before", "after", "checked", "not_checked"]
    value: NotRequired[str | float | bool | list[str | float | bool]]
    """A list for `one_of`; omit for `empty`, `not_empty`, `checked`, `not_checked`. Times:
    `2026-12-31`, `2026-12-31T18:00:00Z`, `today`, `today+7`, `today-30` (UTC). Text comparisons
    ignore case
    """


class ActionsCreateMappingValueField(TypedDict):
    field: str
    columns: list[str]
    """Pass the rows that the field links to, as a list of objects with these fields of the linked
    table. Tables and charts show such lists
    """
    formatted: NotRequired[Literal[True]]
    """Pass the values as the linked table shows them, such as $12.50 instead of 12.5, in the locale of
    each template. Applies only where the templates show the list in a table or as text; a chart and
    columns with a format of their own get the plain values. Default: off
    """


class ActionsCreateMappingValueField2(TypedDict):
    field: str
    formatted: NotRequired[Literal[True]]
    """Pass the value as the table shows it, such as $12.50 instead of 12.5, in the locale of the
    template. Applies only where the template shows the value as text without a format of its own;
    every other use gets the plain value. Default: off
    """


class ActionsCreateMappingValueText(TypedDict):
    text: str
    """Text with expressions over the fields of the record, such as `{{First}} {{Last}}`. `\\{{` is
    shown as `{{`
    """
    fields: NotRequired[dict[str, str]]
    """The field of each name in `text`, as in the response. Default: the fields with these names
    """


class ActionsCreateOutput(TypedDict):
    name: str
    """Name of the output: up to 60 characters, without quotes and slashes"""
    template_id: NotRequired[str]
    """Default: `template_id` of the action"""
    template_by: NotRequired[ActionsCreateOutputTemplateBy | None]
    """Chooses the template of each record by one of its values; null: all records get `template_id`.
    Texts of the mapping use the locale of the template that is chosen
    """
    formats: NotRequired[list[Literal["png", "jpeg", "webp", "avif", "pdf"]]]
    """Default: png"""
    quality: NotRequired[int]
    """From 1 (smallest file) to 100. Default: the usual value of each format"""
    effort: NotRequired[Literal["fast", "balanced", "small"]]
    """`fast`: larger files in less time; `small`: smaller files in more time. Not for PDF and GIF.
    Default: balanced; fast for previews
    """
    scale: NotRequired[float]
    """Multiplies the template's size"""
    encoding: NotRequired[Encoding]
    transparent: NotRequired[bool]
    """Leave out the template's background; JPEG shows white there"""
    width: NotRequired[int]
    """Width of the image in pixels instead of `scale`; the height follows"""
    height: NotRequired[int]
    """Height of the image in pixels instead of `scale`; the width follows"""
    thumbnail: NotRequired[ActionOutputThumbnail]
    """Also create a small WebP with this width in pixels, of the first page or frame"""
    write_back: NotRequired[ActionsCreateOutputWriteBack | None]


class ActionsCreateOutputTemplateBy(TypedDict):
    field: str
    """Field whose value chooses the template"""
    templates: dict[str, str]
    """Ids of templates by value of the field. A value is compared as text, in the same case"""
    otherwise: NotRequired[Literal["template_id", "fail"]]


class ActionsCreateOutputWriteBack(TypedDict):
    url: NotRequired[str]
    """Field for the image URL"""
    attachment: NotRequired[ActionsCreateOutputWriteBackAttachment]
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""


class ActionsCreateOutputWriteBackAttachment(TypedDict):
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""

    field: str
    mode: NotRequired[Literal["replace", "append"]]
    """`replace` removes the existing files of the cell after the new one is stored; `append` keeps
    them
    """


class ActionsCreateWriteBack(TypedDict):
    url: NotRequired[str]
    """Field for the image URL"""
    attachment: NotRequired[ActionsCreateOutputWriteBackAttachment]
    """Field for the image file: passed by URL if the table can fetch it, otherwise uploaded"""
    status: NotRequired[str]
    error: NotRequired[str]
    rendered_at: NotRequired[str]
    refill_empty: NotRequired[bool]
    """Write unchanged records again if their `url` or `attachment` cell was emptied"""
    ignore_check: NotRequired[bool]
    """Start runs even if the check of the write-back has failed"""


class ActionsCreateStableUrls(TypedDict):
    field: NotRequired[str | None]
    """Field whose value is in the URL, by id or name; null: the id of the record. Default: null, and
    in an update, as it is
    """
    feed: NotRequired[bool]
    """Offer a product feed of these URLs, as CSV and XML, at an unguessable URL. Default: false, and
    in an update, as it is. Switching it off and on creates a new URL
    """


class ActionsEraseAnswer(TypedDict):
    images: int
    """Number of deleted images"""
    deliveries: int
    """Number of deleted webhook deliveries"""
    run_records: int
    """Number of records of runs whose data was removed"""


class ActionsConfirmDeletedAnswer(TypedDict):
    records: int
    """Number of records, up to 100,000"""


Design: TypeAlias = "dict[str, Any]"
"""Size, background and layers, as defined by @pictable/renderer and checked when saved."""


class ActionsPreviewAnswer(TypedDict):
    results: list[ActionPreview]


class ActionPreview(TypedDict):
    record_id: str
    label: str
    because: list[ActionPreviewBecause]
    """Reasons why this record was chosen"""
    values: dict[str, str | float | bool | None | list[Any]]
    error: Failure | None
    image: ActionPreviewImage | None


class ActionPreviewBecause(TypedDict):
    code: Literal["fails", "longest_text", "missing_image", "emptiest", "right_to_left", "longest_word", "most_digits", "first", "named"]
    message: str


class Failure(TypedDict):
    code: str
    message: str
    """What failed, where, and what to do"""


class ActionPreviewImage(TypedDict):
    format: Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
    width: int
    height: int
    data: str
    """A `data:` URL"""


class ActionSample(TypedDict):
    results: list[ActionSampleResult]
    matching: int
    """Number of checked records that pass the filter"""
    looked_at: int
    complete: bool
    """Whether the view has no more records than were checked"""


class ActionSampleResult(TypedDict):
    record_id: str
    label: str
    fields: dict[str, Any]
    """Values by field id, without empty fields"""


class Estimate(TypedDict):
    records: int | None
    """null if the source cannot count without reading everything"""
    note: str | None
    """Reason why `records` is null"""
    source_calls: int
    """Requests to the table's API if every record has changed"""
    calls: EstimateCalls
    """The same, by purpose"""
    changed: int | None
    """Estimated records to render; null if `records` is null"""
    seconds: float | None
    """Estimated duration. Before a first run: what the request limit of the source requires, or null
    """
    seconds_range: EstimateSecondsRange | None
    """Shortest and longest duration to expect. Wide until a run has rendered 20 records"""
    budget: EstimateBudget | None
    """`calls_per_month` of the connection, by calendar month in UTC; null if not set"""
    error: Failure | None
    """Reason why a run cannot start now, such as a template without a published version, and what to
    do. null if it can start
    """
    warnings: list[str]
    """Bindings of the templates that nothing fills, each with what to do. A run leaves them empty
    """
    write_check: WriteCheck | None
    """Whether the results can be written into the table. Checked without writing: when the action is
    saved, by an estimate, and before each run. null if nothing is written, or not checked yet
    """


class EstimateCalls(TypedDict):
    """The same, by purpose"""

    read: int
    write: int
    upload: int


EstimateSecondsRange = TypedDict("EstimateSecondsRange", {"from": "float", "to": "float"})


class EstimateBudget(TypedDict):
    per_month: int
    used_this_month: int
    remaining: int


class Run(TypedDict):
    id: str
    action_id: str
    state: Literal["waiting", "active", "completed", "failed", "cancelled"]
    """`waiting`: the follow-up run of its action, which waits for the active run"""
    outcome: Literal["completed", "completed_with_failures", "failed", "cancelled"] | None
    """Result of an ended run; null before that. `completed`: no record failed. `failed`: the run ended
    with an error, or every record failed. `state` only says whether the run reached its end
    """
    total: int
    """total = rendered + skipped + failed + cancelled + pending"""
    rendered: int
    skipped: int
    """Unchanged since their last image, or no longer among the records of the action"""
    failed: int
    cancelled: int
    pending: int
    written_back: int
    """Records whose cells were written, also those that are `skipped` because their images were
    rendered before
    """
    rate_per_second: float | None
    eta_seconds: float | None
    """null if it cannot be estimated yet"""
    error: Failure | None
    """Reason why the run ended early"""
    waiting_for: RunWaitingFor | None
    """Reason why an active run is blocked, such as a full disk, an unreachable table or a rate limit.
    The run retries automatically. null when it continues
    """
    warnings: dict[str, int]
    """Number of images with each warning"""
    notices: list[str]
    """Warnings about the run as a whole, each with what to do, such as a binding that nothing fills
    """
    outputs: list[RunOutput]
    """If the action has several outputs: the number of processed records by the state of each output;
    otherwise empty, because the counts of the run are those of its only output. A record is
    `failed` when one of its outputs is, `skipped` when all are, otherwise `rendered`
    """
    trigger: RunTrigger
    started_by: RunStartedBy | None
    """What started the run; if one run serves several triggers, the last one. null for Pictable itself
    """
    retry_of: str | None
    """The run whose failed or cancelled records this run processes"""
    template_version: int | None
    created_at: str
    """ISO 8601, UTC"""
    activated_at: str | None
    started_at: str | None
    planned_at: str | None
    """After this time, `total` is final"""
    finished_at: str | None
    links: RunLinks


class RunWaitingFor(TypedDict):
    code: str
    message: str
    """What failed, where, and what to do"""
    until: str | None
    """Time at which the run continues, if the table set one"""


class RunOutput(TypedDict):
    name: str
    rendered: int
    skipped: int
    failed: int


class RunTrigger(TypedDict):
    record_ids: list[str] | None
    """The first hundred requested records. null: the whole view"""
    record_count: int | None
    """Number of requested records"""
    force: bool
    limit: int | None
    metadata: dict[str, Any] | None
    webhook_ids: list[str]
    """Receivers that triggers named with `webhook_url`"""


class RunStartedBy(TypedDict):
    kind: str
    """`api_key`, `user`, `retry` or `rest` (a key or a user started a run for the failed or cancelled
    records of `retry_of`), or the kind of the trigger: `schedule`, `table_change`, `incoming_hook`
    """
    id: str
    """Id of the key (`operator` for PICTABLE_ADMIN_KEY), the user or the trigger"""


class RunLinks(TypedDict):
    self: str
    action: str
    records: str
    failures: str
    images: str
    deliveries: str


class RecordException(TypedDict):
    action_id: str
    record_id: str
    label: str
    """Name of the record when the exception was saved; empty if it had no image"""
    modifications: list[dict[str, Any]]
    warnings: list[str]
    """Why modifications change no image, such as a layer that was deleted from the template, or a
    record that was deleted from the table. A layer that only one output lost since the exception
    was saved is named with the output
    """
    unused: list[RecordExceptionUnused]
    """Modifications without an effect, with the reason. They are kept, in case the layer returns,
    until you save the exception without them
    """
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class RecordExceptionUnused(TypedDict):
    name: str
    """Name of the layer"""
    output: str | None
    """`output` of the modification; null for none"""
    property: str | None
    """Property that has no effect; null for all properties of the modification"""
    used_elsewhere: bool
    """Whether the modification changes other outputs"""
    reason: str


class RunRecord(TypedDict):
    n: int
    """Position in the run, from 0"""
    record_id: str
    label: str
    """Label of the record"""
    state: Literal["pending", "rendered", "skipped", "failed", "cancelled"]
    reason: Failure | None
    """Why the record failed, or why it was skipped without a check for changes: `filtered_out`,
    `left_view`, `record_deleted`
    """
    image_id: str | None
    image_url: str | None
    preview_url: str | None
    """A small copy of the image, at most 20 kB"""
    outputs: list[RunRecordOutput]
    """If the action has several outputs: the state and image of each"""
    warnings: list[WarningCode]
    """Warnings of the image; its `report` has the details"""
    written_back: bool
    finished_at: str | None


class RunRecordOutput(TypedDict):
    name: str
    state: Literal["rendered", "skipped", "failed"]
    reason: Failure | None
    image_id: str | None
    image_url: str | None
    preview_url: str | None
    """A small copy of the image, at most 20 kB"""
    written_back: bool


WarningCode: TypeAlias = "Literal[\"enlarged\", \"hard_to_scan\", \"invalid\", \"missing_features\", \"missing_glyphs\", \"missing_image\", \"overflows\", \"repeated_colors\", \"shrunk\", \"truncated\", \"unformatted\", \"unused_exception\", \"duplicate_key\", \"no_key\"]"
"""Warnings to check: glyphs that no font contains, a missing or replaced picture, a picture with too
few pixels, a code that is hard to scan, text that overflows its box or was cut off, parts of a
chart with the same colour, a value that does not match its format. `shrunk`: text is smaller than
80 % of its font size, or as small as its layer allows. Less is only in `information` of the image’s
report
"""


class RunFailures(TypedDict):
    results: list[FailureGroup]
    other: int
    """Failed records that are in none of these groups"""


class FailureGroup(TypedDict):
    group: str
    """Value for `failure_group` of `runs-records`"""
    code: str
    message: str
    """Message of one of the records, without its name"""
    records: int


class Template(TypedDict):
    id: str
    name: str
    latest_version: int
    """Number of the latest version. Every save of a design creates a version; of the versions that
    were never published, the latest 50 are kept
    """
    published_version: int | None
    """Version that actions use; null before the first publish"""
    width: int
    """Size of the latest version, in pixels"""
    height: int
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class TemplateWithDesign(TypedDict):
    id: str
    name: str
    latest_version: int
    """Number of the latest version. Every save of a design creates a version; of the versions that
    were never published, the latest 50 are kept
    """
    published_version: int | None
    """Version that actions use; null before the first publish"""
    width: int
    """Size of the latest version, in pixels"""
    height: int
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""
    sample: dict[str, str | float | bool | None | list[Any]]
    """Values for previews of the design. They are not used for images"""
    preview_source: PreviewSource | None
    """Whose records the editor shows. null: those of the first action that uses the template"""
    design: Design
    """Design of the latest version"""


PreviewSource: TypeAlias = "PreviewSourceActionId | PreviewSourceConnectionId"
"""Records of an action, or of a table"""


class PreviewSourceActionId(TypedDict):
    action_id: str


class PreviewSourceConnectionId(TypedDict):
    connection_id: str
    base_id: str
    """As returned by `connections-bases`"""
    table_id: str
    table_name: str
    view_id: str | None
    """null for the whole table"""
    view_name: str | None


class TemplateVersion(TypedDict):
    version: int
    published: bool
    author: str | None
    """Name of the user or API key that saved it"""
    note: str | None
    """Note given when it was published"""
    created_at: str
    """ISO 8601, UTC"""


class TemplateVersionWithDesign(TypedDict):
    version: int
    published: bool
    author: str | None
    """Name of the user or API key that saved it"""
    note: str | None
    """Note given when it was published"""
    created_at: str
    """ISO 8601, UTC"""
    design: Design


TemplateDiff = TypedDict("TemplateDiff", {"from": "int", "to": "int", "changes": "list[TemplateChange]"})


class TemplateChange(TypedDict):
    kind: Literal["added", "removed", "renamed", "reordered", "changed"]
    """`reordered`: moved in front of or behind other layers, or into another group"""
    layer: str | None
    """Name after the change; null for the page itself"""
    property: str | None
    """Name of the property; null for whole layers"""
    before: NotRequired[Any]
    """Absent if there was no value"""
    after: NotRequired[Any]
    """Absent if there is no value now"""


class RestoredTemplate(TypedDict):
    id: str
    name: str
    latest_version: int
    """Number of the latest version. Every save of a design creates a version; of the versions that
    were never published, the latest 50 are kept
    """
    published_version: int | None
    """Version that actions use; null before the first publish"""
    width: int
    """Size of the latest version, in pixels"""
    height: int
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""
    sample: dict[str, str | float | bool | None | list[Any]]
    """Values for previews of the design. They are not used for images"""
    preview_source: PreviewSource | None
    """Whose records the editor shows. null: those of the first action that uses the template"""
    design: Design
    """Design of the latest version"""
    affected_actions: NotRequired[list[RestoredTemplateAffectedAction]]
    """Actions that do not fully work with the published version: warnings name bindings that nothing
    in the table fills, and exceptions of records that change nothing. A table that takes longer
    than 3 seconds is checked by the next run
    """


class RestoredTemplateAffectedAction(TypedDict):
    id: str
    title: str
    warnings: list[str]


class PublishedTemplate(TypedDict):
    id: str
    name: str
    latest_version: int
    """Number of the latest version. Every save of a design creates a version; of the versions that
    were never published, the latest 50 are kept
    """
    published_version: int | None
    """Version that actions use; null before the first publish"""
    width: int
    """Size of the latest version, in pixels"""
    height: int
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""
    affected_actions: list[RestoredTemplateAffectedAction]
    """Actions that do not fully work with the published version: warnings name bindings that nothing
    in the table fills, and exceptions of records that change nothing. A table that takes longer
    than 3 seconds is checked by the next run
    """


class TemplateDrawn(TypedDict):
    image: ActionPreviewImage | None
    error: TemplateDrawnError | None
    """Reason why there is no image, usually a value or a picture"""
    warnings: list[TemplateDrawnWarning]
    variables: list[TemplateVariable]
    available_modifications: list[TemplateDrawnAvailableModification]
    fonts: list[TemplateDrawnFont]
    """Font families of the design, and whether they are bundled or installed"""
    assets: list[TemplateDrawnAsset]
    """Assets of the design and the values; `filename` is null if the asset does not exist"""


class TemplateDrawnError(TypedDict):
    code: str
    message: str
    """What failed, where, and what to do"""
    layer: str | None


class TemplateDrawnWarning(TypedDict):
    layer: str | None
    """Name of the layer"""
    severity: Literal["warning", "information"]
    """`information` is as the design asks for, such as text that is a little smaller to fit; a
    `warning` needs a check
    """
    message: str


class TemplateVariable(TypedDict):
    """One use of a value"""

    name: str
    kind: Literal["image", "color", "number", "boolean", "text"]
    layer: str | None
    """null for the page itself"""
    property: str
    """The property that the value sets"""


class TemplateDrawnAvailableModification(TypedDict):
    name: str
    """Name of the layer"""
    type: str
    properties: list[str]


class TemplateDrawnFont(TypedDict):
    family: str
    known: bool
    nearest: str | None
    """For an unknown family: the most similar name of a known one"""


class TemplateDrawnAsset(TypedDict):
    id: str
    filename: str | None


class PreviewRecords(TypedDict):
    names: list[BindableName]
    missing: list[PreviewRecordsMissing]
    """Names of the mapping whose field is no longer in the table"""
    results: list[PreviewRecord]
    complete: bool
    """Whether all records of the view were checked"""


class BindableName(TypedDict):
    """A name that a design can bind: of the mapping, or of a field"""

    name: str
    kind: Literal["text", "rich_text", "number", "checkbox", "date", "date_time", "single_select", "multi_select", "link", "attachments", "url", "json", "user", "unknown"]
    field: str | None
    """Name of the field; null for a text or value of the mapping"""
    format: FieldFormat | None
    """Format of the field, as `connections-fields` returns it. null if the field has none, or if the
    mapping already applies it
    """
    link: BindableNameLink | None
    """Table that the field links to. A table layer that names its fields as columns gets the linked
    rows
    """


FieldFormat: TypeAlias = "FieldFormatNumber | FieldFormatCurrency | FieldFormatDate | FieldFormatDuration"
"""How a table shows the values of a field, written like the `format` of a binding. The template
provides the locale
"""


class FieldFormatNumber(TypedDict):
    type: Literal["number"]
    style: NotRequired[Literal["decimal", "percent", "percent_sign"]]
    minimumDigits: NotRequired[int]
    maximumDigits: NotRequired[int]
    grouping: NotRequired[bool]


class FieldFormatCurrency(TypedDict):
    type: Literal["currency"]
    currency: str
    minimumDigits: NotRequired[int]
    maximumDigits: NotRequired[int]


class FieldFormatDate(TypedDict):
    type: Literal["date"]
    dateStyle: NotRequired[Literal["full", "long", "medium", "short", "none"]]
    timeStyle: NotRequired[Literal["full", "long", "medium", "short", "none"]]
    pattern: NotRequired[str]
    timeZone: NotRequired[str]


class FieldFormatDuration(TypedDict):
    type: Literal["duration"]
    form: Literal["h:mm", "h:mm:ss", "h:mm:ss.S", "h:mm:ss.SS", "h:mm:ss.SSS"]


class BindableNameLink(TypedDict):
    base_id: str
    table_id: str


class PreviewRecordsMissing(TypedDict):
    name: str
    field: str


class PreviewRecord(TypedDict):
    record_id: str
    label: str
    because: list[ActionPreviewBecause]
    """Reasons why this record was chosen"""
    values: dict[str, str | float | bool | None | list[Any]]
    """Values of all `names`, as a design gets them"""


class TemplateUsage(TypedDict):
    results: list[TemplateUsageResult]


class TemplateUsageResult(TypedDict):
    action_id: str
    title: str
    records: int
    """Records that have an image of this template"""
    accuracy: Literal["exact", "at_least", "estimate"]
    """`exact`: all were counted, up to 10,000, or fewer when more than ten actions use the template.
    `estimate`: as many as the last run of all records had. `at_least`: perhaps more, and no run
    says how many
    """


class TemplatesDrawRegionRegion(TypedDict):
    """Part of the page, in pixels of the design"""

    x: float
    y: float
    width: float
    height: float


class TemplateVariables(TypedDict):
    variables: list[TemplateVariable]
    available_modifications: list[TemplateDrawnAvailableModification]


class TemplateDraft(TypedDict):
    template_id: str
    revision: int
    """Counts the changes of the draft; 0 before the first"""
    latest_version: int
    """Latest version of the template; newer than `base_version` after a push"""
    editing: TemplateDraftEditing | None
    """Editor that may save, and the end of its lease; null when no one is editing"""
    waiting: TemplateDraftWaiting | None
    """Editor that asked to take over"""
    updated_at: str | None
    updated_by: str | None
    """Name of the user or API key that saved last"""
    has_changes: bool
    """False when the draft is equal to a version"""
    base_version: int
    """Version that the draft changes"""
    design: Design
    """Design of the draft; without changes, that of the latest version"""
    sample: dict[str, str | float | bool | None | list[Any]]
    """Values for previews of the design. They are not used for images"""


class TemplateDraftEditing(TypedDict):
    session: str
    """Id that the editor chooses when it opens, one per tab"""
    name: str
    until: str
    """ISO 8601, UTC"""


class TemplateDraftWaiting(TypedDict):
    session: str
    """Id that the editor chooses when it opens, one per tab"""
    name: str
    since: str
    """ISO 8601, UTC"""


TemplateDraftDiff = TypedDict("TemplateDraftDiff", {"from": "int", "revision": "int", "changes": "list[TemplateChange]"})


class TemplateDraftState(TypedDict):
    template_id: str
    revision: int
    """Counts the changes of the draft; 0 before the first"""
    latest_version: int
    """Latest version of the template; newer than `base_version` after a push"""
    editing: TemplateDraftEditing | None
    """Editor that may save, and the end of its lease; null when no one is editing"""
    waiting: TemplateDraftWaiting | None
    """Editor that asked to take over"""
    updated_at: str | None
    updated_by: str | None
    """Name of the user or API key that saved last"""


class TemplateFonts(TypedDict):
    faces: list[TemplateFontFace]


TemplateFontFace: TypeAlias = "TemplateFontFaceFamily | TemplateFontFaceFamily2"


class TemplateFontFaceFamily(TypedDict):
    family: str
    weight: NotRequired[float]
    style: NotRequired[Literal["normal", "italic"]]
    isBundled: NotRequired[bool]
    src: str
    """URL of the file"""
    layoutSrc: NotRequired[str]
    """Of a WOFF2 file: URL of its unpacked layout tables"""


class TemplateFontFaceFamily2(TypedDict):
    family: str
    weights: TemplateFontFaceFamily2Weights
    style: NotRequired[Literal["normal", "italic"]]
    isBundled: NotRequired[bool]
    slicesSrc: str
    """URL of the list of files, by the characters that each contains"""


class TemplateFontFaceFamily2Weights(TypedDict):
    min: float
    max: float


class Starter(TypedDict):
    """A design to create a template from"""

    name: str
    title: str
    purpose: Literal["social", "product", "offer", "cover", "event", "job", "property", "food", "data", "print"]
    """What it is for"""
    keywords: list[str]
    """Words to find it by that its title lacks, in lower case"""
    width: int
    height: int


class TriggerKind(TypedDict):
    kind: str
    title: str
    description: str
    settings: dict[str, Any]
    """JSON Schema"""


class ActionTrigger(TypedDict):
    id: str
    action_id: str
    kind: str
    settings: dict[str, Any]
    active: bool
    hook_url: str | None
    """URL that fires the trigger. Anyone with the URL can call it. Only for kinds with a URL, and keys
    with the scope `write`
    """
    note: str | None
    """How the trigger works now"""
    next_at: str | None
    """Next time it fires or checks for changes"""
    last_fired_at: str | None
    last_run_id: str | None
    error: Failure | None
    """Reason why the last check failed"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class TriggerTest(TypedDict):
    ok: bool
    message: str
    error: Failure | None


class HookAnswer(TypedDict):
    run_id: str | None
    """The run that serves the call; null if nothing is rendered, or if the call fires later together
    with others
    """


class Connection(TypedDict):
    id: str
    name: str
    source: str
    """Kind of the source, as returned by `sources-list`"""
    settings: dict[str, Any]
    """Secrets are shown as `***` and their last four characters"""
    last_test: ConnectionLastTest | None
    """Result of the last test of these settings; null if not tested"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class ConnectionLastTest(TypedDict):
    at: str
    """ISO 8601, UTC"""
    ok: bool
    account: str | None
    warnings: list[str]
    error: Failure | None


class ConnectionTest(TypedDict):
    ok: bool
    account: str | None
    warnings: list[str]
    error: Failure | None


class Named(TypedDict):
    id: str
    name: str


class Field(TypedDict):
    id: str
    name: str
    kind: Literal["text", "rich_text", "number", "checkbox", "date", "date_time", "single_select", "multi_select", "link", "attachments", "url", "json", "user", "unknown"]
    computed: bool
    """Computed by the source and never written"""
    primary: bool
    """The field used as the label of a record"""
    operators: list[Literal["equals", "not_equals", "contains", "not_contains", "one_of", "empty", "not_empty", "greater", "greater_or_equal", "less", "less_or_equal", "before", "after", "checked", "not_checked"]]
    """Filter operators that the field supports"""
    format: FieldFormat | None
    """Format in which the table shows the values, written like the `format` of a binding. null if the
    table shows the plain values
    """
    link: BindableNameLink | None
    """The table that the field links to, whose fields a mapping can name in `columns`"""
    takes: list[str]
    """What an action can write to it, as in `write_back`"""


class Record(TypedDict):
    id: str
    fields: dict[str, Any]
    """Values by field id, without empty fields"""


class SourcesListAnswer(TypedDict):
    results: list[Source]
    next: None
    broken: NotRequired[list[BrokenSource]]
    """Descriptions of sources in the data folder that cannot be used. Absent if there are none"""


class Source(TypedDict):
    kind: str
    title: str
    summary: str
    """Description of the source and its requirements"""
    verification: str
    """How this source was tested"""
    settings: dict[str, Any]
    """JSON Schema of the settings of a connection"""
    secret_settings: list[str]
    destination_settings: list[str]
    """Settings that decide who receives the secrets. Changing one requires the secrets again"""


class BrokenSource(TypedDict):
    file: str
    """Path in the data folder, such as `sources/shop.json`"""
    reason: str
    """The place in the file, what is wrong there and the fix"""


class Table(TypedDict):
    id: str
    name: str
    fields: list[TableField]
    views: list[TableView]
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class TableField(TypedDict):
    id: str
    name: str
    kind: str
    format: NotRequired[FieldFormat]
    linked_table_id: NotRequired[str]
    """Id of the table whose rows a field of the kind `link` names. Required for a new link"""


class TableView(TypedDict):
    id: str
    name: str
    filters: list[TableViewFilter]
    sort: TableViewSort | None


class TableViewFilter(TypedDict):
    field: str
    """Name of the field"""
    operator: Literal["equals", "not_equals", "contains", "empty", "not_empty", "greater", "less"]
    value: NotRequired[str | float | bool]


class TableViewSort(TypedDict):
    field: str
    direction: Literal["ascending", "descending"]


class TablesCreateField(TypedDict):
    id: NotRequired[str]
    """Id of an existing field or view, to rename or change it. Without an id, the name identifies it
    """
    name: str
    kind: Literal["text", "rich_text", "number", "checkbox", "date", "date_time", "single_select", "multi_select", "link", "attachments", "url", "json"]
    linked_table_id: NotRequired[str]
    """Id of the table whose rows a field of the kind `link` names. Required for a new link"""
    format: NotRequired[FieldFormat | None]
    """How the values are shown, such as in a currency, in which they may then also be written. Without
    it, an existing field keeps its format; null removes it
    """


class TablesCreateView(TypedDict):
    id: NotRequired[str]
    """Id of an existing field or view, to rename or change it. Without an id, the name identifies it
    """
    name: str
    filters: NotRequired[list[TableViewFilter]]
    sort: NotRequired[TableViewSort | None]


class Row(TypedDict):
    id: str
    fields: dict[str, Any]
    """Values by field name, without empty fields. A link is a list of `{ id, label }`"""
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class TablesCountRowsAnswer(TypedDict):
    count: int


class TablesAddRowsAnswer(TypedDict):
    results: list[Row]


class TablesUpdateRowsRow(TypedDict):
    id: str
    fields: dict[str, Any]
    """Values by field name or id. A link is a list of ids or titles of rows"""


class TablesUpdateRowsAnswer(TypedDict):
    results: list[TablesUpdateRowsAnswerResult]


class TablesUpdateRowsAnswerResult(TypedDict):
    id: str
    row: Row | None
    errors: list[ProblemError]
    """Reason why the row did not change; empty if it changed"""


class TablesDeleteRowsAnswer(TypedDict):
    deleted: list[str]
    """Ids of the deleted rows"""
    missing: list[str]
    """Ids that do not exist"""


class TablesRestoreRowsAnswer(TypedDict):
    restored: list[str]
    """Ids of the restored rows"""
    missing: list[str]
    """Ids of rows that cannot be restored"""


class TableImport(TypedDict):
    table: Table
    added: int
    """Rows added"""
    updated: int
    """Rows with an existing key and different values"""
    unchanged: int
    """Rows with an existing key and the same values"""
    removed: int
    """Rows that were removed"""
    skipped: int
    """Rows that were left out because of errors"""
    skipped_rows: list[TableImportSkippedRow]
    """The first hundred skipped rows, by line of the file"""
    emptied_cells: int
    """Cells that contained an error such as #REF! and are now empty"""
    sheet: str | None
    """The imported sheet; null for CSV"""
    sheets: list[str]
    """All sheets of the workbook"""


class TableImportSkippedRow(TypedDict):
    line: int
    reason: str


class TableImportProgress(TypedDict):
    id: str
    state: Literal["active", "completed", "failed"]
    table_id: str
    """A new table exists once the import is completed"""
    table_name: str
    """Name of the table when the import was started"""
    rows: int
    """Rows in the file"""
    done: int
    """Rows that are imported or skipped"""
    result: TableImportProgressResult | None
    """null until the import is completed"""
    error: TableImportProgressError | None
    """Why the import failed. It added and removed no rows; rows that it had already updated stay
    updated
    """
    created_at: str
    """ISO 8601, UTC"""
    finished_at: str | None


class TableImportProgressResult(TypedDict):
    added: int
    """Rows added"""
    updated: int
    """Rows with an existing key and different values"""
    unchanged: int
    """Rows with an existing key and the same values"""
    removed: int
    """Rows that were removed"""
    skipped: int
    """Rows that were left out because of errors"""
    skipped_rows: list[TableImportSkippedRow]
    """The first hundred skipped rows, by line of the file"""
    emptied_cells: int
    """Cells that contained an error such as #REF! and are now empty"""
    sheet: str | None
    """The imported sheet; null for CSV"""
    sheets: list[str]
    """All sheets of the workbook"""


class TableImportProgressError(TypedDict):
    code: str
    message: str
    """What failed, where, and what to do"""
    errors: list[ProblemError]


class Image(TypedDict):
    id: str
    url: str
    width: int
    height: int
    format: Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
    bytes: int
    """Size of the file in bytes"""
    urls: dict[str, str]
    """Permanent URLs by format; no key is needed"""
    files: list[ImageFile]
    thumbnail: ImageFile | None
    """null if none was requested"""
    preview: ImageFile | None
    """For lists: the whole image, at most 480 px per side and 20 kB, as JPEG or, if it is transparent,
    WebP. null for an image of an earlier release until `GET /v1/images/:id/preview` has created it
    """
    template_id: str | None
    template_version: int | None
    design: Design | None
    """The design of the request, if it had no template"""
    action_id: str | None
    run_id: str | None
    record_id: str | None
    output: str | None
    """Name of the output; null without an action, or if its only output has no name"""
    file_name: str | None
    """Name of its files without the extension, from `file_name` of the action; null if that gives none
    """
    values: dict[str, str | float | bool | None | list[Any]]
    modifications: list[dict[str, Any]]
    pages: list[ImagePage] | None
    frames: list[ImagePage] | None
    metadata: dict[str, Any] | None
    report: dict[str, Any]
    """Report of the renderer: times, fits, `warnings` to check, and `information` that needs no check,
    such as text that is a little smaller to fit; `warningCodes` and `informationCodes` say what
    they are about
    """
    webhook_ids: list[str]
    """Receivers that `webhook_url` named for this image only"""
    unpublished_at: str | None
    """When its record was found deleted: its URLs return 410 since then. null for a published image
    """
    created_at: str
    """ISO 8601, UTC"""


class ImageFile(TypedDict):
    url: str
    width: int
    height: int
    format: Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
    bytes: int
    """Size of the file in bytes"""


class ImagePage(TypedDict):
    values: dict[str, str | float | bool | None | list[Any]]
    modifications: list[dict[str, Any]]


class ImagesCountAnswer(TypedDict):
    count: int
    bytes: int
    """Size of the files in bytes, without thumbnails"""
    accuracy: Literal["exact", "at_least", "estimate"]
    """`exact`: all matching images were counted, usually up to a few hundred. `estimate`: more match,
    and the number comes from database statistics. `at_least`: more match, and the statistics do not
    include them
    """


class ImagesCreatePage(TypedDict):
    values: NotRequired[dict[str, str | float | bool | None | list[Any]]]
    modifications: NotRequired[list[dict[str, Any]]]
    """Properties of layers to change, by layer name"""


class ImageBatchListed(TypedDict):
    id: str
    state: Literal["active", "completed", "cancelled"]
    """`active` until all items have ended; then `cancelled` if items were cancelled, otherwise
    `completed`, even if items failed
    """
    total: int
    """Always `rendered + failed + cancelled + pending`"""
    rendered: int
    failed: int
    cancelled: int
    pending: int
    webhook_ids: list[str]
    """Receivers that `webhook_url` named for this batch only"""
    created_at: str
    """ISO 8601, UTC"""
    preview_urls: list[str]
    """Small copies of the images of its first four items"""


class ImageCreate(TypedDict):
    template_id: NotRequired[str]
    template: NotRequired[Design]
    """A design for this request, instead of `template_id`"""
    version: NotRequired[int]
    """Default: the published version"""
    values: NotRequired[dict[str, str | float | bool | None | list[Any]]]
    modifications: NotRequired[list[dict[str, Any]]]
    """Properties of layers to change, by layer name"""
    pages: NotRequired[list[ImagesCreatePage]]
    """Instead of values and modifications: a PDF with one page each"""
    frames: NotRequired[list[ImagesCreatePage]]
    """Instead of values and modifications: an animation with one frame each"""
    delay_ms: NotRequired[int | list[int]]
    """Duration of each frame, or of all of them, in milliseconds. Default: 1000"""
    loop: NotRequired[int]
    """Number of repetitions. 0: forever"""
    formats: NotRequired[list[Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]]]
    """Default: `["png"]`; for pages `["pdf"]`; for frames `["gif"]`, or `["webp"]`"""
    quality: NotRequired[int]
    """From 1 (smallest file) to 100. Default: the usual value of each format"""
    effort: NotRequired[Literal["fast", "balanced", "small"]]
    """`fast`: larger files in less time; `small`: smaller files in more time. Not for PDF and GIF.
    Default: balanced; fast for previews
    """
    scale: NotRequired[float]
    """Multiplies the template's size"""
    encoding: NotRequired[Encoding]
    transparent: NotRequired[bool]
    """Leave out the template's background; JPEG shows white there"""
    width: NotRequired[int]
    """Width of the image in pixels instead of `scale`; the height follows"""
    height: NotRequired[int]
    """Height of the image in pixels instead of `scale`; the width follows"""
    thumbnail: NotRequired[ActionOutputThumbnail]
    """Also create a small WebP with this width in pixels, of the first page or frame"""
    metadata: NotRequired[dict[str, Any]]
    webhook_url: NotRequired[str]
    """URL that receives the events of this run or image, unsigned. To receive all events, create a
    webhook
    """


class ImageBatch(TypedDict):
    id: str
    state: Literal["active", "completed", "cancelled"]
    """`active` until all items have ended; then `cancelled` if items were cancelled, otherwise
    `completed`, even if items failed
    """
    total: int
    """Always `rendered + failed + cancelled + pending`"""
    rendered: int
    failed: int
    cancelled: int
    pending: int
    webhook_ids: list[str]
    """Receivers that `webhook_url` named for this batch only"""
    created_at: str
    """ISO 8601, UTC"""
    finished_at: str | None


class ImageBatchesGetAnswer(TypedDict):
    id: str
    state: Literal["active", "completed", "cancelled"]
    """`active` until all items have ended; then `cancelled` if items were cancelled, otherwise
    `completed`, even if items failed
    """
    total: int
    """Always `rendered + failed + cancelled + pending`"""
    rendered: int
    failed: int
    cancelled: int
    pending: int
    webhook_ids: list[str]
    """Receivers that `webhook_url` named for this batch only"""
    created_at: str
    """ISO 8601, UTC"""
    finished_at: str | None
    results: list[ImageBatchItem]
    next: str | None
    """Pass it as `after` to get the next page; null on the last page. A filtered page, or one of large
    results, can contain fewer than `limit`
    """


class ImageBatchItem(TypedDict):
    index: int
    """Place in `items` of the request, from 0"""
    state: Literal["pending", "rendered", "failed", "cancelled"]
    image_id: str
    """Id of the image, fixed before it is rendered"""
    image: ImageBatchImage | None
    """null before it is rendered and after it is deleted. `GET /v1/images/:id` also has its inputs and
    its report
    """
    error: Failure | None
    finished_at: str | None


class ImageBatchImage(TypedDict):
    id: str
    url: str
    width: int
    height: int
    format: Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
    bytes: int
    """Size of the file in bytes"""
    urls: dict[str, str]
    """Permanent URLs by format; no key is needed"""
    files: list[ImageFile]
    thumbnail: ImageFile | None
    """null if none was requested"""
    preview: ImageFile | None
    """For lists: the whole image, at most 480 px per side and 20 kB, as JPEG or, if it is transparent,
    WebP. null for an image of an earlier release until `GET /v1/images/:id/preview` has created it
    """
    template_id: str | None
    template_version: int | None
    created_at: str
    """ISO 8601, UTC"""


class Form(TypedDict):
    id: str
    title: str
    intro: str
    template_id: str
    questions: list[FormQuestion]
    values: dict[str, str | float | bool | None | list[Any]]
    """Values of variables that visitors are not asked for. They are not sent to visitors"""
    formats: list[Literal["png", "jpeg", "webp", "avif", "pdf"]]
    table_id: str | None
    action_id: str | None
    enabled: bool
    frame_ancestors: list[str]
    language: str
    submit_label: str
    thanks: str
    submissions_per_hour: int
    submissions_per_day: int
    url: str | None
    """Link of the form. Anyone with the link can submit it. Only for keys with the scope `write`
    """
    problem: str | None
    """Why visitors cannot submit the form now, and what to do. null: they can"""
    submission_count: int
    last_submission_at: str | None
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""


class FormQuestion(TypedDict):
    """What a form asks for; fills one variable of the template"""

    variable: str
    """Name of the variable in the template"""
    kind: Literal["text", "long_text", "number", "color", "choice", "date", "checkbox", "image"]
    """`image` is an upload: PNG, JPEG, WebP, GIF or AVIF, at most 10 MB and 50 million pixels"""
    label: str
    help: str | None
    required: bool
    default: str | float | bool | None
    max_length: int | None
    min: float | None
    max: float | None
    choices: list[str]
    field: str | None
    """Id of the field"""


class FormQuestionSettings(TypedDict):
    variable: str
    """Name of the variable in the template"""
    kind: Literal["text", "long_text", "number", "color", "choice", "date", "checkbox", "image"]
    """`image` is an upload: PNG, JPEG, WebP, GIF or AVIF, at most 10 MB and 50 million pixels"""
    label: str
    help: NotRequired[str | None]
    required: NotRequired[bool]
    default: NotRequired[str | float | bool | None]
    """The answer until a visitor changes it"""
    max_length: NotRequired[int | None]
    """Of a text, in characters. Default: 500, and 5,000 for a long text"""
    min: NotRequired[float | None]
    """Of a number"""
    max: NotRequired[float | None]
    choices: NotRequired[list[str]]
    """Of a choice: at least one"""
    field: NotRequired[str | None]
    """Name or id of the field of the table that gets the answer. Default: the answer is not stored in
    the table
    """


class FormUpload(TypedDict):
    id: str


class FormSubmission(TypedDict):
    id: str
    state: Literal["pending", "done", "failed"]
    row_added: bool
    message: str | None
    """Why there is no image"""
    images: list[FormSubmissionImage]


class FormSubmissionImage(TypedDict):
    name: str
    format: Literal["png", "jpeg", "webp", "avif", "pdf", "gif"]
    width: int
    height: int
    url: str


class Asset(TypedDict):
    id: str
    filename: str
    content_type: str
    bytes: int
    src: str
    """Name of the asset in templates and rows"""
    created_at: str
    """ISO 8601, UTC"""


class AssetsUsesAnswer(TypedDict):
    results: list[AssetUse]


class AssetUse(TypedDict):
    kind: Literal["template", "action", "table"]
    id: str
    name: str


class Font(TypedDict):
    id: str
    family: str
    """Family name in templates"""
    weight: int
    """1 to 1000; 400 is regular, 700 bold"""
    style: Literal["normal", "italic"]
    axes: list[FontAxe]
    """Axes of a variable font: `wght` follows `fontWeight`, others `fontVariations`"""
    scripts: list[str]
    """Scripts that the font supports"""
    glyphs: int
    format: Literal["ttf", "otf", "woff", "woff2"]
    filename: str
    bytes: int
    hash: str
    """SHA-256 of the file. If it changes, images are rendered again"""
    created_at: str
    """ISO 8601, UTC"""


class FontAxe(TypedDict):
    tag: str
    min: float
    default: float
    max: float


class FontFamilies(TypedDict):
    results: list[FontFamily]


class FontFamily(TypedDict):
    family: str
    """Family name in templates"""
    category: str | None
    weights: list[int]
    """Of a variable font, `axes` has the range"""
    styles: list[Literal["normal", "italic"]]
    axes: list[FontAxe]
    scripts: list[str] | None
    """Scripts that the family supports. Null where they are not known, as of bundled families"""
    origin: Literal["bundled", "custom", "popular"]
    """`bundled` with Pictable, `custom`: uploaded or from Google Fonts, `popular`: of the font pack
    """
    installed: Literal["yes", "partly", "no"]
    """Whether templates can use the family. `partly`: some files of the family are missing"""
    download_bytes: int | None
    """Size of the download if the family is not installed"""


class InstalledFontFamily(TypedDict):
    family: str
    added: int
    """Number of new files"""
    fonts: list[Font]


class GoogleFontFamilies(TypedDict):
    results: list[GoogleFontFamiliesResult]


class GoogleFontFamiliesResult(TypedDict):
    family: str
    """Family name in templates"""
    category: str | None
    weights: list[int]
    """Of a variable font, `axes` has the range"""
    styles: list[Literal["normal", "italic"]]
    axes: list[FontAxe]
    scripts: list[str] | None
    """Scripts that the family supports. Null where they are not known, as of bundled families"""


class Webhook(TypedDict):
    id: str
    name: str | None
    """null for a receiver that a request named with `webhook_url`"""
    format: Literal["standard", "slack", "email"]
    """What is sent; it cannot be changed"""
    url: str
    """Of email `mailto:` and the recipients. Without the scope `write`: the origin, `/***` and the
    last four characters
    """
    recipients: list[str] | None
    """Who gets the email; null for other formats"""
    headers: dict[str, str]
    """Values as `***` and their last four characters"""
    user_defined: dict[str, Any] | None
    """Secrets as `{"$secret": "***…"}` with their last four characters"""
    events: list[Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]] | None
    """Events to send; null for all"""
    only_failures: bool
    """Whether only those of the events are sent that report a failure"""
    actions: list[str] | None
    """Action ids; null for all"""
    timeout_ms: int
    active: bool
    pause: WebhookPause | None
    """Reason why the webhook is paused"""
    failing_since: str | None
    failed_attempts: int
    """Failed attempts since the last success"""
    older_secrets: list[WebhookOlderSecret]
    """Old secrets that also sign until they expire"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""
    secret: str | None
    """`***` and the last four characters"""


class WebhookPause(TypedDict):
    reason: Literal["owner", "gone", "failing"]
    message: str
    at: str
    """ISO 8601, UTC"""


class WebhookOlderSecret(TypedDict):
    secret: str
    expires_at: str
    """ISO 8601, UTC"""


class WebhookWithSecret(TypedDict):
    id: str
    name: str | None
    """null for a receiver that a request named with `webhook_url`"""
    format: Literal["standard", "slack", "email"]
    """What is sent; it cannot be changed"""
    url: str
    """Of email `mailto:` and the recipients. Without the scope `write`: the origin, `/***` and the
    last four characters
    """
    recipients: list[str] | None
    """Who gets the email; null for other formats"""
    headers: dict[str, str]
    """Values as `***` and their last four characters"""
    user_defined: dict[str, Any] | None
    """Secrets as `{"$secret": "***…"}` with their last four characters"""
    events: list[Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]] | None
    """Events to send; null for all"""
    only_failures: bool
    """Whether only those of the events are sent that report a failure"""
    actions: list[str] | None
    """Action ids; null for all"""
    timeout_ms: int
    active: bool
    pause: WebhookPause | None
    """Reason why the webhook is paused"""
    failing_since: str | None
    failed_attempts: int
    """Failed attempts since the last success"""
    older_secrets: list[WebhookOlderSecret]
    """Old secrets that also sign until they expire"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    updated_at: str
    """ISO 8601, UTC"""
    secret: str | None
    """The new secret. Shown only once"""


class Delivery(TypedDict):
    id: str
    webhook_id: str
    message_id: str
    """Value of the header webhook-id"""
    event_id: str
    event: Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]
    action_id: str | None
    run_id: str | None
    record_id: str | None
    recipient: str | None
    """Of an email"""
    test: bool
    state: Literal["pending", "delivered", "failed", "paused"]
    """`failed`: no more attempts; `paused`: waits until its webhook is resumed"""
    attempts: int
    next_attempt_at: str | None
    last_status: int | None
    error: Failure | None
    """Status of the last attempt"""
    created_at: str
    """ISO 8601, UTC"""
    finished_at: str | None


class Replayed(TypedDict):
    replayed: int


class DeliveryWithAttempts(TypedDict):
    id: str
    webhook_id: str
    message_id: str
    """Value of the header webhook-id"""
    event_id: str
    event: Literal["image.created", "image.failed", "run.started", "run.completed", "run.failed", "batch.completed", "batch.cancelled"]
    action_id: str | None
    run_id: str | None
    record_id: str | None
    recipient: str | None
    """Of an email"""
    test: bool
    state: Literal["pending", "delivered", "failed", "paused"]
    """`failed`: no more attempts; `paused`: waits until its webhook is resumed"""
    attempts: int
    next_attempt_at: str | None
    last_status: int | None
    error: Failure | None
    """Status of the last attempt"""
    created_at: str
    """ISO 8601, UTC"""
    finished_at: str | None
    body: str | None
    """Body of the delivery (of an email its parts as JSON), with the secrets of `user_defined` masked;
    null if it was too large
    """
    attempt_log: list[DeliveryWithAttemptsAttemptLog]


class DeliveryWithAttemptsAttemptLog(TypedDict):
    n: int
    at: str
    """ISO 8601, UTC"""
    timings_ms: DeliveryWithAttemptsAttemptLogTimingsMs
    """null for a stage that was not needed or not reached"""
    request_headers: dict[str, str]
    """Secrets and custom headers masked"""
    status: int | None
    answer_headers: dict[str, str]
    answer_body: str
    """The first 64 KiB of the body"""
    error: Failure | None
    next_attempt_at: str | None


class DeliveryWithAttemptsAttemptLogTimingsMs(TypedDict):
    """null for a stage that was not needed or not reached"""

    dns: float | None
    connect: float | None
    first_byte: float | None
    total: float


class ApiKey(TypedDict):
    id: str
    name: str
    scopes: list[Literal["read", "trigger", "write", "admin"]]
    action_ids: list[str] | None
    """Actions that the key can access. null: all actions"""
    created_at: str
    """ISO 8601, UTC"""
    last_used_at: str | None
    revoked_at: str | None


class ApiKeyWithSecret(TypedDict):
    id: str
    name: str
    scopes: list[Literal["read", "trigger", "write", "admin"]]
    action_ids: list[str] | None
    """Actions that the key can access. null: all actions"""
    created_at: str
    """ISO 8601, UTC"""
    last_used_at: str | None
    revoked_at: str | None
    secret: str
    """The key. Shown only once"""


class UrlKey(TypedDict):
    id: str
    """The `kid` of the URLs that it signs"""
    name: str
    template_ids: list[str] | None
    """Templates that the key can sign; null for all templates"""
    allow_permanent: bool
    """Whether it can sign URLs that never expire"""
    renders_per_minute: int
    """Limit of new images. Cached images do not count"""
    renders_per_day: int
    created_at: str
    """ISO 8601, UTC"""
    last_used_at: str | None
    revoked_at: str | None


class UrlKeyWithSecret(TypedDict):
    id: str
    """The `kid` of the URLs that it signs"""
    name: str
    template_ids: list[str] | None
    """Templates that the key can sign; null for all templates"""
    allow_permanent: bool
    """Whether it can sign URLs that never expire"""
    renders_per_minute: int
    """Limit of new images. Cached images do not count"""
    renders_per_day: int
    created_at: str
    """ISO 8601, UTC"""
    last_used_at: str | None
    revoked_at: str | None
    secret: str
    """The secret. Shown only once"""


class SetupGetAnswer(TypedDict):
    needed: bool


class Identity(TypedDict):
    kind: Literal["user", "api_key", "operator"]
    """`operator` is the key of PICTABLE_ADMIN_KEY, `user` a dashboard session"""
    id: str
    name: str
    email: str | None
    """Only for users"""
    role: Literal["viewer", "editor", "owner"] | None
    """Only for users"""
    scopes: list[Literal["read", "trigger", "write", "admin"]]
    """Each scope includes the ones before it: read, trigger, write, admin"""
    action_ids: list[str] | None
    """Actions that the key can access. null: all actions"""
    session_id: str | None
    """The session of this request. Only for users"""


class Link(TypedDict):
    purpose: Literal["setup", "invitation", "reset"]
    email: str | None
    """null for the set-up link, which asks for it"""
    name: str | None
    role: Literal["viewer", "editor", "owner"]
    """`viewer` can read, `editor` can also change and trigger, `owner` can do everything"""
    expires_at: str
    """ISO 8601, UTC"""


class Session(TypedDict):
    id: str
    is_this: bool
    """Whether this is the session of the request"""
    user_agent: str
    """User agent of the browser"""
    address: str
    """IP address of the login"""
    created_at: str
    """ISO 8601, UTC"""
    last_seen_at: str
    """To the minute"""
    expires_at: str
    """Latest time at which the session ends; it ends earlier if it is not used"""


class User(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["viewer", "editor", "owner"]
    """`viewer` can read, `editor` can also change and trigger, `owner` can do everything"""
    state: Literal["invited", "active", "deactivated"]
    """`invited` until a password is set, `deactivated` while the user cannot log in"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    last_seen_at: str | None
    """To the minute"""


class UserWithLink(TypedDict):
    id: str
    email: str
    name: str
    role: Literal["viewer", "editor", "owner"]
    """`viewer` can read, `editor` can also change and trigger, `owner` can do everything"""
    state: Literal["invited", "active", "deactivated"]
    """`invited` until a password is set, `deactivated` while the user cannot log in"""
    revision: int
    created_at: str
    """ISO 8601, UTC"""
    last_seen_at: str | None
    """To the minute"""
    link: str
    """Link to a page that sets a password. Works once, and is shown only once"""
    link_expires_at: str
    """ISO 8601, UTC"""


class AuditEntry(TypedDict):
    id: str
    at: str
    """ISO 8601, UTC"""
    caller: CallerName
    operation: str
    """The operation id in OpenAPI"""
    summary: str
    collection: str
    resource_id: str | None
    address: str
    """IP address of the caller"""
    request_id: str


class CallerName(TypedDict):
    kind: Literal["user", "api_key", "operator"]
    id: str
    name: str
    """Name at the time of the change"""


class LoggedRequest(TypedDict):
    request_id: str
    at: str
    """ISO 8601, UTC"""
    method: str
    path: str
    """Path without the query"""
    status: int
    duration_ms: float
    caller: CallerName | None
    address: str


class Settings(TypedDict):
    name: str
    """Name of this installation. Can be changed"""
    brand_colors: list[str]
    """Colours that the editor offers in every template, in this order. Can be changed"""
    version: str
    node_version: str
    public_url: str
    """Public URL of this server. Image URLs begin with it"""
    public_url_problem: str | None
    """Reason why others cannot fetch images from there, such as `which only this machine can reach`
    """
    mail_from: str | None
    """Sender of email notifications; null if email is not set up"""
    storage: SettingsStorage
    file_check: FileCheck | None
    """Background check of all stored files against their SHA-256; null before the first one starts
    """
    database: SettingsDatabase
    secret_key: SettingsSecretKey
    renderer: SettingsRenderer
    retention: SettingsRetention
    limits: SettingsLimits


class SettingsStorage(TypedDict):
    kind: str
    """Kind of the storage, such as `disk` or `s3`"""
    place: str
    """Folder, or URL of the bucket"""


class FileCheck(TypedDict):
    started_at: str
    """Start of the latest check of all files"""
    finished_at: str | None
    """Time at which the last check finished; null if none has"""
    files_checked: int
    """Files read by the latest check so far"""
    broken_count: int
    """Files that are damaged, missing or unreadable, and not repaired"""
    broken: list[FileCheckBroken]
    """At most 100 of these files"""


class FileCheckBroken(TypedDict):
    key: str
    """Path of the file in the storage"""
    kind: Literal["image", "asset", "font"]
    id: str
    problem: Literal["damaged", "missing", "unreadable"]
    cure: str
    """How to repair the file"""


class SettingsDatabase(TypedDict):
    kind: Literal["embedded", "postgres"]


SettingsSecretKey = TypedDict("SettingsSecretKey", {"from": "Literal[\"setting\", \"data_folder\"]"})


class SettingsRenderer(TypedDict):
    processes: int


class SettingsRetention(TypedDict):
    runs_max_age_days: int | None
    """Delete runs this many days after their end; null for never"""
    deliveries_max_age_days: int
    """Delete webhook deliveries this many days after they were created"""
    max_age_days: int | None
    per_record: int | None
    keep_current: bool


class SettingsLimits(TypedDict):
    json_bytes: int
    upload_bytes: int
    calls_per_minute: int
    """Limit per key and user"""
    session_idle_days: int
    session_days: int
    password_length: SettingsLimitsPasswordLength


class SettingsLimitsPasswordLength(TypedDict):
    min: int
    max: int


class Backups(TypedDict):
    results: list[Backup]
    schedule: BackupSchedule | None


class Backup(TypedDict):
    id: str
    place: str
    """Absolute path of a folder on the server, or `s3://bucket/prefix`"""
    state: Literal["running", "completed", "failed"]
    started_at: str
    """ISO 8601, UTC"""
    finished_at: str | None
    done_bytes: int
    """Bytes read so far"""
    total_bytes: int
    """Bytes of the database and of all files, as far as known"""
    added_bytes: int | None
    """Bytes that earlier backups had not stored; null until the backup ends"""
    files: int | None
    """Images, assets and fonts; null until the backup ends"""
    damaged_files: list[str]
    """Files that are damaged in the storage and therefore not in the backup"""
    error: str | None
    """Why it failed; of a completed backup, why older ones could not be deleted"""


class BackupSchedule(TypedDict):
    place: str
    """Absolute path of a folder on the server, or `s3://bucket/prefix`"""
    every_hours: int
    """Hours from the start of one backup to the next"""
    keep: int
    """Number of backups to keep, newest first"""


class BackupScheduleAnswer(TypedDict):
    schedule: BackupSchedule | None


class ServerLivezAnswer(TypedDict):
    live: Literal[True]


class ServerReadyzAnswer(TypedDict):
    ready: Literal[True]
    warnings: list[str]
    """Layers of the sandbox that this system does not support"""


class ImageCreatedEvent(TypedDict):
    """An image was rendered"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    record_id: str | None
    output: str | None
    """Name of the output; null without an action, or if its only output has no name"""
    image: ImageCreatedEventImage | None
    template: ImageCreatedEventTemplate
    modifications: list[dict[str, Any]]
    """Values of the image: each a name with `text`, `src` or `value`"""
    metadata: dict[str, Any] | None
    """Metadata of the trigger, or of the request for the image"""
    image_url: str | None
    """The PNG URL, if there is one"""
    image_url_jpg: str | None
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["image.created"]
    status: Literal["completed"]


class ImageCreatedEventAction(TypedDict):
    id: str
    title: str


class ImageCreatedEventImage(TypedDict):
    id: str
    url: str
    urls: dict[str, str]
    """URLs by format"""
    width: int
    height: int
    format: str
    bytes: int


class ImageCreatedEventTemplate(TypedDict):
    id: str | None
    version: int | None


class ImageFailedEvent(TypedDict):
    """A record or image failed"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    record_id: str | None
    output: str | None
    """Name of the output; null without an action, or if its only output has no name"""
    image: ImageCreatedEventImage | None
    template: ImageCreatedEventTemplate
    modifications: list[dict[str, Any]]
    """Values of the image: each a name with `text`, `src` or `value`"""
    metadata: dict[str, Any] | None
    """Metadata of the trigger, or of the request for the image"""
    image_url: str | None
    """The PNG URL, if there is one"""
    image_url_jpg: str | None
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["image.failed"]
    error: Failure
    status: Literal["failed"]


class RunStartedEvent(TypedDict):
    """The first records of a run were read"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    counts: RunStartedEventCounts
    metadata: dict[str, Any] | None
    """Metadata of the trigger, or of the request for the image"""
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["run.started"]


class RunStartedEventCounts(TypedDict):
    total: int
    rendered: int
    skipped: int
    failed: int
    cancelled: int
    pending: int
    written_back: int


class RunCompletedEvent(TypedDict):
    """A run has processed its records"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    counts: RunStartedEventCounts
    metadata: dict[str, Any] | None
    """Metadata of the trigger, or of the request for the image"""
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["run.completed"]
    status: Literal["completed"]


class RunFailedEvent(TypedDict):
    """A run ended early; `error.code` is `cancelled` if it was cancelled"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    counts: RunStartedEventCounts
    metadata: dict[str, Any] | None
    """Metadata of the trigger, or of the request for the image"""
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["run.failed"]
    error: Failure
    status: Literal["failed"]


class BatchCompletedEvent(TypedDict):
    """Each item of a batch was rendered or has failed"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    batch_id: str
    counts: BatchCompletedEventCounts
    metadata: dict[str, Any] | None
    """null: each item has its own"""
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["batch.completed"]
    status: Literal["completed"]


class BatchCompletedEventCounts(TypedDict):
    total: int
    rendered: int
    failed: int
    cancelled: int
    pending: int


class BatchCancelledEvent(TypedDict):
    """The pending items of a batch were cancelled"""

    id: str
    """Id of the event; the same for every receiver"""
    created_at: str
    """ISO 8601, UTC"""
    test: NotRequired[Literal[True]]
    """Only in test events"""
    action: ImageCreatedEventAction | None
    """null for an image without an action"""
    run_id: str | None
    batch_id: str
    counts: BatchCompletedEventCounts
    metadata: dict[str, Any] | None
    """null: each item has its own"""
    user_defined: NotRequired[dict[str, Any]]
    """As configured; absent if not configured"""
    event: Literal["batch.cancelled"]
    status: Literal["cancelled"]


WebhookEvent: TypeAlias = "ImageCreatedEvent | ImageFailedEvent | RunStartedEvent | RunCompletedEvent | RunFailedEvent | BatchCompletedEvent | BatchCancelledEvent"
"""What a webhook sends: `event` tells them apart."""
